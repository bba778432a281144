import type { Export } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { SubmissionMessage } from '../../parts/submission-message.tsx';
import { useSubmit } from '../../parts/use-submit.ts';
import { EXPORTS_PATH } from '../../routing/export-paths.ts';
import { hrefOf } from '../../routing/route.ts';

interface DownloadButtonProps extends Pick<Export, 'resource'> {
  /** Only for entries. @default those of all call lists */
  readonly callListId?: string;
  readonly children: string;
}

/** Starts an export as CSV, and shows it among the exports. For admins; members see nothing. */
export const DownloadButton = ({ resource, callListId, children }: DownloadButtonProps) => {
  const { api, user, announce } = useConsole();
  const submission = useSubmit(async (signal) => {
    await api.request('POST /exports', { body: { resource, format: 'csv', callListId } }, signal);
    announce('Started the export.');
    location.hash = hrefOf(EXPORTS_PATH);
  });
  const { isBusy, submit } = submission;
  if (user.role !== 'admin') return null;
  return (
    <div class="download">
      <button type="button" aria-disabled={isBusy} onClick={submit}>
        {isBusy ? 'Starting …' : children}
      </button>
      <SubmissionMessage submission={submission} busyLabel="Starting the export …" />
    </div>
  );
};
