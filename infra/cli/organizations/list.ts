import { parseCommandLine } from '../support/arguments.ts';
import type { Output } from '../support/run-command.ts';
import { alignedTable } from '../support/table.ts';
import { connectOrganizations } from './organization-manager.ts';

/** `organizations list`: lists all organizations that were made by `create`. */
export const listOrganizations = async (argv: readonly string[], output: Output): Promise<void> => {
  const { values } = parseCommandLine(argv, { stack: { type: 'string' } });
  const { manager } = await connectOrganizations(values.stack);
  const organizations = await manager.list();
  if (values.json === true) {
    output.result(JSON.stringify({ items: organizations }));
    return;
  }
  const rows = organizations.map(({ id, name, createdAt }) => [id, name, createdAt]);
  if (rows.length === 0) output.result('No organizations yet.');
  else output.result(alignedTable([['ID', 'NAME', 'CREATED'], ...rows]));
};
