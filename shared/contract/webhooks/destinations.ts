/** Where an endpoint's deliveries go, told by its address. */
interface Destination {
  /** What people call it. */
  readonly label: string;
  /** What its address looks like: an ARN has the Region and the account as its first two groups. */
  readonly address: RegExp;
  readonly example: string;
  /** Whether it is reached by a role of the account that it is in. */
  readonly needsRole: boolean;
  /** The only permission that the role has to have, on the address. */
  readonly action?: string;
}

/** Each destination, declared once: bodies, forms, checks and senders derive from it. */
export const DESTINATIONS = {
  https: {
    label: 'HTTPS URL',
    address: /^https?:/i,
    example: 'https://hooks.example.com/sales',
    needsRole: false,
  },
  sqs: {
    label: 'Amazon SQS queue',
    address: /^arn:aws[\w-]*:sqs:([a-z0-9-]{1,40}):(\d{12}):[\w-]{1,80}(?:\.fifo)?$/,
    example: 'arn:aws:sqs:eu-west-1:111122223333:sales-events',
    needsRole: true,
    action: 'sqs:SendMessage',
  },
  eventbridge: {
    label: 'Amazon EventBridge event bus',
    address: /^arn:aws[\w-]*:events:([a-z0-9-]{1,40}):(\d{12}):event-bus\/[\w./-]{1,256}$/,
    example: 'arn:aws:events:eu-west-1:111122223333:event-bus/sales',
    needsRole: true,
    action: 'events:PutEvents',
  },
} as const satisfies Readonly<Record<string, Destination>>;

export type DestinationType = keyof typeof DESTINATIONS;

export const DESTINATION_TYPES = Object.keys(DESTINATIONS).filter((name): name is DestinationType =>
  Object.hasOwn(DESTINATIONS, name),
);

/** The destination that an address is of; an address of none is that of a URL, whose checks refuse it. */
export const destinationOf = (address: string): DestinationType =>
  DESTINATION_TYPES.find((type) => DESTINATIONS[type].address.test(address)) ?? 'https';

/** The Region and the account of an ARN. */
export const placeOfArn = (arn: string): { readonly region: string; readonly account: string } => {
  const [, region = '', account = ''] = DESTINATIONS[destinationOf(arn)].address.exec(arn) ?? [];
  return { region, account };
};

/**
 * A role of a customer. The prefix of its name is part of what the service may assume, so that it can assume
 * no other.
 */
export const ROLE_ARN = /^arn:aws[\w-]*:iam::(\d{12}):role\/sales-data-[\w+=,.@-]{1,53}$/;

export const ROLE_EXAMPLE = 'arn:aws:iam::111122223333:role/sales-data-deliveries';
