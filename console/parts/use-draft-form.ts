import { type Draft, useDraft } from './use-draft.ts';
import { type Submission, useSubmit } from './use-submit.ts';

export interface DraftFormOptions<T, R> {
  /** Names the form, such as `api-keys/create`. */
  readonly form: string;
  /** The initial values. */
  readonly initial: T;
  readonly save: (values: T) => Promise<R>;
  readonly onSaved: (result: R) => void;
  readonly onClose: () => void;
}

export interface DraftForm<T> extends Pick<Draft<T>, 'values' | 'set'> {
  readonly submission: Submission;
  /** Closes it without saving. */
  readonly close: () => void;
}

/** A form whose draft is kept until it is saved or closed. */
export const useDraftForm = <T extends object, R>(options: DraftFormOptions<T, R>): DraftForm<T> => {
  const { form, initial, save, onSaved, onClose } = options;
  const { values, set, clear } = useDraft(form, initial);
  const submission = useSubmit(async () => {
    const result = await save(values);
    clear();
    onSaved(result);
  });
  const close = (): void => {
    clear();
    onClose();
  };
  return { values, set, submission, close };
};
