import type { Export } from '../../api/types.ts';
import { formatCount } from '../../parts/numbers.ts';
import { sizeText } from './export-text.ts';

type ExportFile = Export['files'][number];

/** More are folded. */
const SHOWN_FILES = 3;

const sumOf = (files: readonly ExportFile[]) => ({
  bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
  recordCount: files.reduce((sum, { recordCount }) => sum + recordCount, 0),
});

const sizesOf = ({ bytes, recordCount }: Pick<ExportFile, 'bytes' | 'recordCount'>): string =>
  `${formatCount(recordCount, 'record')}, ${sizeText(bytes)}`;

/** Links to the files of an export. Their addresses work for an hour. */
export const ExportFiles = ({ files }: Pick<Export, 'files'>) => {
  if (files.length === 0) return <span class="muted">–</span>;
  const links = (
    <ul class="export-files">
      {files.map((file) => (
        <li key={file.name}>
          <a class="anywhere" href={file.url} download={file.name}>
            {file.name}
          </a>
          <span class="line muted">{sizesOf(file)}</span>
        </li>
      ))}
    </ul>
  );
  if (files.length <= SHOWN_FILES) return links;
  return (
    <details class="details">
      <summary>
        {formatCount(files.length, 'file')}: {sizesOf(sumOf(files))}
      </summary>
      {links}
    </details>
  );
};
