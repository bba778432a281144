import type { PlacedEvent } from '../api/types.ts';
import { importPath } from '../routing/import-paths.ts';
import { hrefOf } from '../routing/route.ts';

/** The file and source of the import that made a change, linked to the import. */
export const ImportLink = ({ id, fileName, source }: NonNullable<PlacedEvent['import']>) => (
  <>
    <a class="anywhere" href={hrefOf(importPath(id))}>
      <bdi>{fileName}</bdi>
    </a>{' '}
    from <bdi>{source}</bdi>
  </>
);
