import {
  type DynamoDBDocumentClient,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { itemBytes } from '../../../shared/table/items/item-size.ts';
import { canceled, failure } from './lagging-table/faults.ts';

const unitsOf = (item: Readonly<Record<string, unknown>> = {}): number => Math.ceil(itemBytes(item) / 1024);

/** The write units of a command. Updates, deletions and checks are those of small items. */
const unitsOfCommand = (command: unknown): number => {
  if (command instanceof PutCommand) return unitsOf(command.input.Item);
  if (command instanceof UpdateCommand) return 1;
  if (!(command instanceof TransactWriteCommand)) return 0;
  const { TransactItems: items = [] } = command.input;
  return 2 * items.reduce((sum, { Put: put }) => sum + (put === undefined ? 1 : unitsOf(put.Item)), 0);
};

/** A client of a table that accepts a limited rate of writes. */
export interface LimitedWrites {
  readonly client: DynamoDBDocumentClient;
  /** May be changed at any time. */
  unitsPerSecond: number;
  /** Write units that were used. */
  readonly units: number;
  /** Transactions that were made, and that were throttled. */
  readonly made: number;
  readonly throttled: number;
}

/**
 * Limits the writes of a client: the table accepts so many write units per second, and what it did not use in
 * the last two seconds. Throttled transactions get each of DynamoDB's two errors in turn; other writes get
 * that of a client that has retried them.
 */
export const limitWrites = (client: DynamoDBDocumentClient, unitsPerSecond: number): LimitedWrites => {
  const state = { unitsPerSecond, units: 0, made: 0, throttled: 0 };
  let available = 2 * unitsPerSecond;
  let at = Date.now();

  const accepts = (units: number): boolean => {
    const now = Date.now();
    const most = 2 * state.unitsPerSecond;
    available = Math.min(most, available + ((now - at) / 1000) * state.unitsPerSecond);
    at = now;
    if (available < units) return false;
    available -= units;
    state.units += units;
    return true;
  };

  const send = async (...args: [command: object]): Promise<unknown> => {
    const [command] = args;
    const isAccepted = accepts(unitsOfCommand(command));
    if (!(command instanceof TransactWriteCommand)) {
      if (!isAccepted) throw failure('ThrottlingException');
      return Reflect.apply(client.send, client, args);
    }
    state[isAccepted ? 'made' : 'throttled'] += 1;
    if (isAccepted) return Reflect.apply(client.send, client, args);
    if (state.throttled % 2 === 0) throw failure('ThrottlingException');
    const { TransactItems: items = [] } = command.input;
    throw canceled(items.map((_, index) => (index === 0 ? 'ThrottlingError' : 'None')));
  };
  const limited = new Proxy(client, {
    get: (target, name) => (name === 'send' ? send : Reflect.get(target, name)),
  });
  return Object.assign(state, { client: limited });
};
