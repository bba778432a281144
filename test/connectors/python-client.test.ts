import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  clientEnvironment,
  type InstalledClient,
  installClient,
  PROJECT,
} from '../support/clients/python-client.ts';
import { describePython, installedPythons } from '../support/clients/python-environment.ts';
import { describeSlow, tooSlow } from '../support/clients/slow-connectors.ts';
import { eventually } from '../support/eventually.ts';
import { describeAdmin, newOrganizationWithAdmin } from '../support/organizations/admin.ts';
import { sampleData } from '../support/records/sample-data.ts';
import { ROOT } from '../support/service/command.ts';
import { createKey, service } from '../support/service/service.ts';
import { createEndpointAs, importRecords, startEndpoint } from '../support/webhooks/webhooks.ts';

const environment = await clientEnvironment();
const PROGRAMS = join(import.meta.dirname, 'python-client');
const project = join(ROOT, PROJECT);
const settings = join(project, 'pyproject.toml');

const folder = mkdtempSync(join(tmpdir(), 'python-client-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const unitTests = ({ run }: InstalledClient): Promise<string> =>
  run('python', ['-m', 'pytest', '--quiet', '--config-file', settings, join(project, 'tests')]);

describePython('the Python client', environment, (tools) => {
  let client: InstalledClient;
  beforeAll(async () => {
    client = await installClient(tools);
  });

  it('passes its unit tests', async () => {
    expect(await unitTests(client)).toMatch(/\d+ passed/);
  });

  it('passes ruff', async () => {
    const options = ['--config', settings, '--no-cache', project, PROGRAMS];
    await client.run('ruff', ['check', ...options]);
    await client.run('ruff', ['format', '--check', ...options]);
  });

  it('packs its license, its types and only its module into the wheel', async () => {
    const list = 'import sys, zipfile; print(*zipfile.ZipFile(sys.argv[1]).namelist(), sep="\\n")';
    const names = (await client.run('python', ['-c', list, client.wheel])).trim().split('\n');
    expect(names).toContain('sales_data_client/py.typed');
    expect(names).toContain('sales_data_client-1.0.0.dist-info/licenses/LICENSE');
    expect(names.filter((name) => !/^sales_data_client(?:-1\.0\.0\.dist-info)?\//.test(name))).toEqual([]);
    expect(readFileSync(join(project, 'LICENSE'), 'utf8')).toBe(readFileSync(join(ROOT, 'LICENSE'), 'utf8'));
  });

  it('reads the service, and reports its errors and limits', async () => {
    const { organizationId, data, key } = service.first;
    const sample = join(folder, 'sample.json');
    writeFileSync(sample, JSON.stringify({ organizationId, ...data }));
    const { key: limited } = await createKey(['company:read']);
    const variables = { BASE_URL: service.baseUrl, API_KEY: key, LIMITED_KEY: limited, SAMPLE: sample };
    const options = ['-m', 'pytest', '--quiet', '-p', 'no:cacheprovider', join(PROGRAMS, 'test_service.py')];
    expect(await client.run('python', options, variables)).toMatch(/\d+ passed/);
  });
});

describePython('verify_webhook of the Python client', environment, (tools) => {
  describeAdmin('with a delivery of the service', () => {
    it('accepts a delivery of the service, and rejects it with another body', async () => {
      const { run } = await installClient(tools);
      const { organizationId, admin } = await newOrganizationWithAdmin();
      const endpoint = await startEndpoint();
      const { secret } = await createEndpointAs(admin, { url: endpoint.url, eventTypes: ['person.*'] });
      const [person] = sampleData('Python').people;
      await importRecords(organizationId, { people: [{ ...person, companyId: null }] });
      const { headers, body } = await eventually(() => endpoint.received[0]);
      await endpoint.stop();
      const verify = (delivery: object): Promise<string> => {
        const file = join(folder, 'delivery.json');
        writeFileSync(file, JSON.stringify(delivery));
        return run('python', [join(PROGRAMS, 'verify_delivery.py')], { SECRET: secret, DELIVERY: file });
      };
      expect(await verify({ headers, body })).toBe('person.created\n');
      expect(await verify({ headers, body: `${body} ` })).toBe('rejected\n');
    });
  });
});

describePython('the types of the Python client', tooSlow ?? environment, (tools) => {
  it('passes mypy in strict mode', async () => {
    const { run } = await installClient(tools);
    const cache = join(tools.bin, '..', 'mypy-cache');
    const options = ['-m', 'mypy', '--config-file', settings, '--cache-dir', cache];
    const sources = ['src', 'tests'].map((name) => join(project, name));
    await run('python', [...options, ...sources, PROGRAMS], { MYPYPATH: join(project, 'src') });
  });
});

describeSlow('the Python client on each supported Python of this machine', () => {
  it('passes its unit tests', async () => {
    const pythons = await installedPythons();
    expect(pythons).not.toEqual([]);
    for (const python of pythons) {
      const other = await clientEnvironment(python);
      if ('skipped' in other) throw new Error(other.skipped);
      expect(await unitTests(await installClient(other)), python).toMatch(/\d+ passed/);
    }
  });
});
