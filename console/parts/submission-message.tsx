import { Loading } from './loading.tsx';
import { ProblemMessage, type Remedy } from './problem-message.tsx';
import type { Submission } from './use-submit.ts';

interface SubmissionMessageProps {
  readonly submission: Submission;
  /** Such as "Creating …". */
  readonly busyLabel: string;
  /** Parameters whose errors appear at their fields. */
  readonly fields?: readonly string[];
  /** Where to remove the cause of a conflict. */
  readonly remedy?: Remedy | undefined;
  /** How far it is. The wait is counted from the last progress. */
  readonly progress?: number | undefined;
}

const NOTE = 'It may have succeeded although no response arrived: check before you retry.';

/** The error of an action, or how long it takes once that is long. */
export const SubmissionMessage = ({
  submission,
  busyLabel,
  fields,
  remedy,
  progress,
}: SubmissionMessageProps) => {
  const { isBusy, error, retry } = submission;
  if (isBusy) {
    return (
      <Loading key={progress} isQuiet note={NOTE} onRetry={retry}>
        {busyLabel}
      </Loading>
    );
  }
  return error === undefined ? null : (
    <ProblemMessage error={error} remedy={remedy} {...(fields && { shownAtFields: fields })} />
  );
};
