import { visibleText } from './visible-text.ts';

/** The form in which names of companies are compared: without case, invisible characters and extra spaces. */
export const companyNameKey = (name: string): string =>
  visibleText(name).replaceAll(/\s+/g, ' ').toLowerCase();
