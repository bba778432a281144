import type { ApiKey } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { formatNumber } from '../../../parts/numbers.ts';
import { Time } from '../../../parts/time.tsx';
import { useLoad } from '../../../parts/use-load.ts';
import { API_KEYS_PATH, keyPath } from '../../../routing/key-paths.ts';
import { hrefOf } from '../../../routing/route.ts';
import { HomePart, NextStep } from '../home-part.tsx';
import { type Warning, Warnings } from '../warnings.tsx';

const DAY_MILLISECONDS = 86_400_000;

/** How long before its end a key is worth a warning, and when it becomes urgent. */
const SOON_DAYS = 14;
const URGENT_DAYS = 3;

/** More keys than this do not expire within two weeks; rotated ones are among them. */
const LIMIT = 200;

const daysUntil = (expiresAt: string, now: number): number =>
  (Date.parse(expiresAt) - now) / DAY_MILLISECONDS;

/** Keys that end soon and have no successor. Connected apps renew themselves. */
const expiringOf = (keys: readonly ApiKey[], isAdmin: boolean, now: number): readonly Warning[] =>
  keys
    .filter(({ rotatedTo, kind }) => rotatedTo === null && kind === 'key')
    .flatMap(({ id, name, expiresAt }): readonly Warning[] => {
      if (expiresAt === null || daysUntil(expiresAt, now) > SOON_DAYS) return [];
      const path = keyPath(id);
      return [
        {
          key: id,
          tone: daysUntil(expiresAt, now) <= URGENT_DAYS ? 'bad' : 'warning',
          state: 'expiring',
          name,
          href: hrefOf(path),
          text: (
            <>
              Expires <Time at={expiresAt} />.{' '}
              {isAdmin
                ? 'Rotate it, and give its system the new key before then. Or set a later expiry.'
                : 'Ask an admin of your organization for a later expiry.'}
            </>
          ),
          ...(isAdmin
            ? { action: 'Rotate', actionHref: hrefOf(`${path}/rotate`) }
            : { action: 'View', actionHref: hrefOf(path) }),
        },
      ];
    });

const countText = (count: number): string => `${formatNumber(count)} active`;

/** The active keys, and those that expire soon. */
export const KeysPart = () => {
  const { api, user } = useConsole();
  const loaded = useLoad(
    (signal) =>
      api.request('GET /api-keys', { query: { state: ['active'], sort: 'expiresAt', limit: LIMIT } }, signal),
    [api],
  );
  const count = loaded.value?.totalCount ?? 0;
  return (
    <HomePart
      title="API keys"
      id="home-keys"
      path={API_KEYS_PATH}
      loaded={loaded}
      {...(count > 0 && { detail: countText(count) })}
    >
      {({ items }) => {
        if (items.length === 0) {
          return (
            <NextStep label="Create key" href={hrefOf(`${API_KEYS_PATH}/create`)}>
              No active keys.
            </NextStep>
          );
        }
        const warnings = expiringOf(items, user.role === 'admin', Date.now());
        return warnings.length === 0 ? (
          <p class="muted">None expires in the next {SOON_DAYS} days.</p>
        ) : (
          <Warnings warnings={warnings} />
        );
      }}
    </HomePart>
  );
};
