/**
 * Measures the CPU time of parsing DynamoDB's response to a query for 500 people, with `parseAnswer` and with
 * `JSON.parse` and a conversion, for three orders of attributes. Prints one line for each order.
 */
import { parseAnswer } from '../../../shared/table/signed-calls/parse-answer.ts';
import { median } from '../support/median.ts';

const PEOPLE = 500;
const PAGES = 12;
const ROUNDS = 15;

type Plain = Readonly<Record<string, unknown>>;
type Order = (names: readonly string[]) => readonly string[];

/** The hash of a text in Java, spread as `HashMap` does. */
const javaHash = (text: string): number => {
  let hash = 0;
  for (let index = 0; index < text.length; index++) hash = (31 * hash + text.charCodeAt(index)) | 0;
  return hash ^ (hash >>> 16);
};

const ORDERS: Readonly<Record<string, Order>> = {
  'as stored': (names) => names,
  'of a Java hash map': (names) => {
    const buckets = Math.max(16, 2 ** Math.ceil(Math.log2(names.length / 0.75)));
    return names.toSorted(
      (one, other) => (javaHash(one) & (buckets - 1)) - (javaHash(other) & (buckets - 1)),
    );
  },
  varying: (names) =>
    names
      .map((name): [number, string] => [Math.random(), name])
      .sort(([one], [other]) => one - other)
      .map(([, name]) => name),
};

const encoded = (value: unknown, order: Order): unknown => {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (Array.isArray(value)) return { L: value.map((each) => encoded(each, order)) };
  return { M: encodedItem(value as Plain, order) };
};

const encodedItem = (item: Plain, order: Order): Plain =>
  Object.fromEntries(order(Object.keys(item)).map((name) => [name, encoded(item[name], order)]));

const person = (number: number): Plain => ({
  pk: `ORG#1#PERSON#${number}`,
  sk: 'PERSON',
  id: `person-${number}`,
  firstName: 'Ada',
  lastName: `Sample ${number}`,
  ...(number % 3 === 0 ? {} : { title: 'Director' }),
  emails: [{ address: `ada-${number}@sample.example`, type: 'work' }],
  phones: [{ number: '+12025550143', type: 'mobile', raw: '(202) 555-0143', doNotCall: false }],
  location: { city: 'Washington', region: 'DC', postalCode: '20001', country: 'US' },
  ...(number % 5 === 0 ? { tags: ['decision maker', 'customer'] } : {}),
  doNotCall: false,
  externalIds: [{ source: 'crm', id: String(number) }],
  ...(number % 2 === 0
    ? {}
    : { customFields: { score: 87, newsletter: true, [`field ${number % 7}`]: 'x' } }),
  createdAt: '2026-01-12T08:15:00.000Z',
  updatedAt: '2026-01-31T09:30:00.000Z',
  changedAt: '2026-01-31T10:02:17.482Z',
  version: 1,
});

// biome-ignore lint/suspicious/noExplicitAny: the shape of a response that JSON.parse returns
const converted = (value: any): unknown => {
  for (const type in value) {
    if (type === 'N') return Number(value.N);
    if (type === 'M') return convertedItem(value.M);
    return type === 'L' ? value.L.map(converted) : value[type];
  }
  return undefined;
};

const convertedItem = (item: Plain): Plain => {
  const plain: Record<string, unknown> = {};
  for (const name in item) plain[name] = converted(item[name]);
  return plain;
};

const parseAndConvert = (text: string) => {
  const answer = JSON.parse(text);
  return { ...answer, Items: answer.Items.map(convertedItem) };
};

const millisecondsOf = (parse: (text: string) => unknown, texts: readonly string[]): number => {
  const start = process.cpuUsage();
  for (const text of texts) parse(text);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000 / texts.length;
};

for (const [name, order] of Object.entries(ORDERS)) {
  const texts = Array.from({ length: PAGES }, (_, page) => {
    const people = Array.from({ length: PEOPLE }, (__, index) => person(page * PEOPLE + index));
    return JSON.stringify({ Count: PEOPLE, Items: people.map((each) => encodedItem(each, order)) });
  });
  const ours: number[] = [];
  const others: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(millisecondsOf(parseAnswer, texts));
    others.push(millisecondsOf(parseAndConvert, texts));
  }
  const [our, other] = [median(ours), median(others)];
  const ratio = (our / other).toFixed(2);
  process.stdout.write(
    `Attributes in the order ${name}: parseAnswer ${our.toFixed(1)} ms, JSON.parse ${other.toFixed(1)} ` +
      `ms, ratio ${ratio}\n`,
  );
}
