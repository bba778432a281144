import { useConsole } from '../../../console-context.ts';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { formatNumber, formatShare } from '../../../parts/numbers.ts';
import type { Sorting } from '../../../parts/sorting.tsx';
import { keyPath } from '../../../routing/key-paths.ts';
import { hrefOf } from '../../../routing/route.ts';
import { requestsHref } from '../requests/request-paths.ts';
import { mostMetered, type SummedKey } from './counts.ts';
import { describeRefusals } from './refusals.ts';

/** @param quotas per day, by plan */
const columnsOf = (quotas: Readonly<Record<string, { readonly dailyQuota: number }>>, after: string) => {
  const quotaShare = ({ usage }: SummedKey): string => {
    const [most, quota] = [mostMetered(usage), quotas[usage.plan]?.dailyQuota];
    if (most === null) return usage.rotatedTo === null ? 'not metered' : 'counted with its successor';
    return quota === undefined ? formatNumber(most) : formatShare(most / quota);
  };
  const columns: readonly Column<SummedKey>[] = [
    {
      title: 'Key',
      isHeading: true,
      isClipped: true,
      sort: 'name',
      render: ({ usage: { keyId, name, hint, rotatedTo } }) => (
        <>
          <a class="line strong" href={hrefOf(keyPath(keyId))}>
            {name}
          </a>
          <span class="line muted">
            <code>{hint}</code>
            {rotatedTo !== null && ' rotated'}
          </span>
        </>
      ),
    },
    {
      title: 'Requests',
      width: 's',
      isNumeric: true,
      sort: '-requests',
      render: ({ total }) => formatNumber(total),
    },
    {
      title: 'Succeeded',
      width: 's',
      isNumeric: true,
      sort: '-succeeded',
      render: ({ counts }) => formatNumber(counts.succeeded),
    },
    {
      title: 'Refused',
      width: 'l',
      isNumeric: true,
      sort: '-refused',
      render: ({ usage: { keyId, name }, counts }) => (
        <>
          {counts.refused === 0 ? (
            <span class="line">0</span>
          ) : (
            <a class="line" href={requestsHref({ keyId, status: 'refused', after })}>
              {formatNumber(counts.refused)}
              <span class="visually-hidden"> refused requests with {name}</span>
            </a>
          )}
          <span class="block muted">{describeRefusals(counts)}</span>
        </>
      ),
    },
    {
      title: 'Failed',
      width: 's',
      isNumeric: true,
      sort: '-failed',
      render: ({ usage: { keyId, name }, counts }) =>
        counts.failed === 0 ? (
          '0'
        ) : (
          <a href={requestsHref({ keyId, status: 'failed', after })}>
            {formatNumber(counts.failed)}
            <span class="visually-hidden"> failed requests with {name}</span>
          </a>
        ),
    },
    { title: 'Peak of quota', width: 'm', isNumeric: true, render: quotaShare },
  ];
  return columns;
};

interface KeyUsageTableProps {
  readonly keys: readonly SummedKey[];
  readonly sorting: Sorting;
  /** The start of the counted period, for links to its requests. */
  readonly after: string;
}

export const KeyUsageTable = ({ keys, sorting, after }: KeyUsageTableProps) => {
  const { configuration } = useConsole();
  return (
    <DataTable
      caption="Usage per key"
      columns={columnsOf(configuration.usagePlans, after)}
      items={keys}
      keyOf={({ usage }) => usage.keyId}
      sorting={sorting}
    />
  );
};
