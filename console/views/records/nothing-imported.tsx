import { useConsole } from '../../console-context.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { UPLOAD_PATH } from '../../routing/import-paths.ts';
import { hrefOf } from '../../routing/route.ts';

interface NothingImportedProps {
  readonly title: string;
  /** What is missing, in a sentence. */
  readonly what: string;
}

/** Explains a list of records that is empty until data is imported, which only admins do. */
export const NothingImported = ({ title, what }: NothingImportedProps) => {
  const isAdmin = useConsole().user.role === 'admin';
  return (
    <EmptyState
      title={title}
      text={
        `This page shows ${what} once ` +
        `${isAdmin ? 'you import them' : 'an admin of your organization imports them'}.`
      }
    >
      {isAdmin && (
        <a class="button" href={hrefOf(UPLOAD_PATH)}>
          Import a file
        </a>
      )}
    </EmptyState>
  );
};
