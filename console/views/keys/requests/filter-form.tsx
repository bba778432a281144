import { MCP_ROUTE } from '../../../../shared/contract/agents/mcp-route.ts';
import { ROUTES } from '../../../../shared/operations/data-api/routes.ts';
import { readAll } from '../../../api/read-all.ts';
import type { ApiKey } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { SelectField, TextField } from '../../../parts/field.tsx';
import { Filters } from '../../../parts/filters.tsx';
import type { ListAddress } from '../../../parts/list-address.ts';
import { LoadedMessage } from '../../../parts/loading.tsx';
import { localOf, timestampOfLocal } from '../../../parts/local-time.ts';
import { rangeError } from '../../../parts/range-error.ts';
import { timeZoneName } from '../../../parts/time-zone.ts';
import { useFilterValues } from '../../../parts/use-filter-values.ts';
import { useLoad } from '../../../parts/use-load.ts';
import { hrefOf } from '../../../routing/route.ts';
import { REQUESTS_PATH } from './request-paths.ts';
import { REASON_OPTIONS, STATUS_OPTIONS } from './status-options.ts';

export const ROUTE_OPTIONS: Map<string, string> = new Map([
  ['', 'All'],
  ...[...Object.values(ROUTES), MCP_ROUTE]
    .map(({ method, path }) => `${method} ${path}`)
    .toSorted()
    .map((each) => [each, each] as const),
]);

/** The parameter of the address that says whether requests or kinds of errors are shown. */
export const SHOW = 'show';

/** The value in the address is offered too, so that a link never changes its meaning. */
const withValue = (options: Map<string, string>, value: string): Map<string, string> =>
  options.has(value) ? options : new Map([...options, [value, value]]);

/** Keys by id. Those of one name are told apart by their last characters. */
const keyOptions = (keys: readonly ApiKey[]): Map<string, string> =>
  new Map([['', 'All'], ...keys.map(({ id, name, hint }) => [id, `${name} ${hint.slice(-5)}`] as const)]);

interface FilterFormProps {
  readonly address: ListAddress;
  /** The error of the last load. */
  readonly error: unknown;
}

/** Filters the requests. The filters are in the address, so that results can be linked to. */
export const FilterForm = ({ address: { filters, change }, error }: FilterFormProps) => {
  const { api } = useConsole();
  const keys = useLoad(
    (signal) => readAll((page) => api.request('GET /api-keys', { query: { sort: 'name', ...page } }, signal)),
    [api],
  );
  const [values, set] = useFilterValues({
    keyId: filters['keyId'] ?? '',
    status: filters['status'] ?? '',
    reason: filters['reason'] ?? '',
    route: filters['route'] ?? '',
    path: filters['path'] ?? '',
    address: filters['address'] ?? '',
    requestId: filters['requestId'] ?? '',
    after: localOf(filters['after'], 1),
    before: localOf(filters['before'], -1),
  });
  const search = (): void => {
    const { after, before, path, address, requestId } = values;
    change({
      ...values,
      path: path.trim(),
      address: address.trim(),
      requestId: requestId.trim(),
      after: after === '' ? '' : timestampOfLocal(after, -1),
      before: before === '' ? '' : timestampOfLocal(before, 1),
    });
  };
  const select = (
    name: 'keyId' | 'status' | 'reason' | 'route',
    label: string,
    options: Map<string, string>,
  ) => (
    <SelectField
      label={label}
      parameter={name}
      options={withValue(options, values[name])}
      value={values[name]}
      onChange={(value) => set({ [name]: value })}
    />
  );
  const field = (
    name: 'path' | 'address' | 'requestId' | 'after' | 'before',
    label: string,
    type: 'text' | 'datetime-local' = 'text',
  ) => (
    <TextField
      label={label}
      parameter={name}
      type={type}
      autocapitalize="none"
      spellcheck={false}
      value={values[name]}
      onChange={(value) => set({ [name]: value })}
    />
  );
  return (
    <search>
      <Filters
        count={Object.keys(filters).filter((name) => name !== SHOW).length}
        clearHref={hrefOf(REQUESTS_PATH)}
        error={error}
        note={`Times in ${timeZoneName()}`}
        findError={() => rangeError(values.after, values.before)}
        onSearch={search}
      >
        {select('keyId', 'Key', keyOptions(keys.value ?? []))}
        {select('status', 'Status', STATUS_OPTIONS)}
        {select('reason', 'Reason', REASON_OPTIONS)}
        {select('route', 'Operation', ROUTE_OPTIONS)}
        {field('after', 'From', 'datetime-local')}
        {field('before', 'Until', 'datetime-local')}
        {field('path', 'Part of the path')}
        {field('address', 'Client address')}
        {field('requestId', 'Request id')}
      </Filters>
      <LoadedMessage loaded={keys} isQuiet>
        Loading the keys to filter by …
      </LoadedMessage>
    </search>
  );
};
