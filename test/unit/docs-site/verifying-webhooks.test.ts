import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { generateSigningSecret, signDelivery } from '../../../shared/webhooks/secrets/signature.ts';
import { LANGUAGES, type Language } from './support/snippet-languages.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const guide = readFileSync(join(ROOT, 'infra/docs/guides/verifying-webhooks.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'snippets-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const secret = generateSigningSecret();
const now = Math.floor(Date.now() / 1000);
const content = { id: 'b7a1e0c2', timestamp: now, body: '{"name":"Zoë 🙂","note":"a.b"}\n' };
const headers = signDelivery(content, [secret]);
const rotated = signDelivery(content, [generateSigningSecret(), secret]);
const tooOld = signDelivery({ ...content, timestamp: now - 400 }, [secret]);
const tooNew = signDelivery({ ...content, timestamp: now + 400 }, [secret]);
const ofOthers = signDelivery(content, [generateSigningSecret()]);

/** What is given to a snippet, and whether it is genuine. */
const DELIVERIES: readonly (readonly [string, typeof headers, string, boolean])[] = [
  ['as it was signed', headers, content.body, true],
  ['during a rotation', rotated, content.body, true],
  ['with another body', headers, content.body.trim(), false],
  ['with another id', { ...headers, 'webhook-id': 'b7a1e0c3' }, content.body, false],
  ['with another time', { ...headers, 'webhook-timestamp': String(now + 1) }, content.body, false],
  ['signed by others', ofOthers, content.body, false],
  ['too old', tooOld, content.body, false],
  ['too new', tooNew, content.body, false],
  ['without a time', { ...headers, 'webhook-timestamp': '' }, content.body, false],
  ['with a time that is none', { ...headers, 'webhook-timestamp': 'NaN' }, content.body, false],
  ['without a signature', { ...headers, 'webhook-signature': '' }, content.body, false],
  [
    'of another version',
    { ...headers, 'webhook-signature': headers['webhook-signature'].replace('v1', 'v2') },
    content.body,
    false,
  ],
  [
    'with the signature of another length',
    { ...headers, 'webhook-signature': 'v1,AAAA' },
    content.body,
    false,
  ],
];

/** A line for each delivery, its parts in base64, as the drivers of all languages read them. */
const input = DELIVERIES.map(([, each, body]) =>
  [secret, each['webhook-id'], each['webhook-timestamp'], each['webhook-signature'], body]
    .map((part) => `.${Buffer.from(part).toString('base64')}`)
    .join(' '),
).join('\n');

const snippetOf = ({ heading, fence }: Language): string => {
  const section = guide.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0];
  const snippet = section?.split(`\`\`\`${fence}\n`)[1]?.split('\n```')[0];
  if (snippet === undefined) throw new Error(`The guide has no snippet under ${heading}.`);
  return snippet;
};

/** Compilers without a cache take tens of seconds: `SNIPPETS=all` has them run too. */
const runsCompilers = process.env['SNIPPETS'] === 'all';

const reasonToSkip = ({ heading, probe: [command, ...options], build }: Language): string | undefined => {
  if (build !== undefined && !runsCompilers) {
    return `The snippet in ${heading} has to be compiled, and is run with SNIPPETS=all alone.`;
  }
  const isInstalled = spawnSync(command, options, { stdio: 'ignore' }).status === 0;
  return isInstalled ? undefined : `${command} is not installed: the snippet in ${heading} is not run.`;
};

describe('the guide to verifying webhooks', () => {
  it.for(LANGUAGES)('distinguishes genuine deliveries from others in $heading', (language, { skip }) => {
    const { files, build, run } = language;
    const reason = reasonToSkip(language);
    if (reason !== undefined) {
      console.info(reason);
      skip(reason);
    }
    const place = mkdtempSync(join(folder, 'snippet-'));
    for (const [name, text] of Object.entries(files(snippetOf(language))))
      writeFileSync(join(place, name), text);
    const options = { cwd: place, encoding: 'utf8' } as const;
    if (build !== undefined) execFileSync(build[0], build.slice(1), options);
    const output = execFileSync(run[0], run.slice(1), { ...options, input });
    const answers = output.trim().split('\n');
    const outcome = DELIVERIES.map(([name], index) => [name, answers[index]]);
    expect(outcome).toEqual(DELIVERIES.map(([name, , , isGenuine]) => [name, String(isGenuine)]));
  });
});
