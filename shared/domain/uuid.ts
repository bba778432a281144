import { visibleText } from './values/visible-text.ts';

/** RFC 9562 text form, lower case only, so that equal ids are equal strings. */
export const LOWER_CASE_UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A UUID in lower case; undefined for what is none. */
export const uuidOf = (text: string): string | undefined => {
  const id = visibleText(text).toLowerCase();
  return LOWER_CASE_UUID.test(id) ? id : undefined;
};

/** Whether `value` is a lower-case UUID of any version. */
export const isUuid = (value: string): boolean => LOWER_CASE_UUID.test(value);
