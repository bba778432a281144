/** The fields of an endpoint that only some destinations have. */
type DestinationField = 'roleArn' | 'headers' | 'signature';

/** Where an endpoint's deliveries go, recognized by its address. */
interface Destination {
  /** With its article. */
  readonly name: string;
  readonly plural: string;
  /** What its address looks like: an ARN has the Region and the account as its first two groups. */
  readonly address: RegExp;
  readonly example: string;
  readonly fields: readonly DestinationField[];
  /** The only permission on the address that its role needs. */
  readonly action?: string;
  /** What its own policy is called, which can also allow or deny that. */
  readonly policy?: string;
}

/** Each destination, declared once: bodies, forms, options, texts, checks and policies derive from it. */
export const DESTINATIONS = {
  https: {
    name: 'an https URL',
    plural: 'https URLs',
    address: /^https?:/i,
    example: 'https://hooks.example.com/sales',
    fields: ['headers', 'signature'],
  },
  sqs: {
    name: 'an SQS queue',
    plural: 'SQS queues',
    address: /^arn:aws[\w-]*:sqs:([a-z0-9-]{1,40}):(\d{12}):[\w-]{1,80}(?:\.fifo)?$/,
    example: 'arn:aws:sqs:eu-west-1:111122223333:sales-events',
    fields: ['roleArn'],
    action: 'sqs:SendMessage',
    policy: 'queue policy',
  },
  eventbridge: {
    name: 'an EventBridge event bus',
    plural: 'EventBridge event buses',
    address: /^arn:aws[\w-]*:events:([a-z0-9-]{1,40}):(\d{12}):event-bus\/[\w./-]{1,256}$/,
    example: 'arn:aws:events:eu-west-1:111122223333:event-bus/sales',
    fields: ['roleArn'],
    action: 'events:PutEvents',
    policy: 'bus policy',
  },
} as const satisfies Readonly<Record<string, Destination>>;

export type DestinationType = keyof typeof DESTINATIONS;

/** Those that are reached by a role of a customer. */
export type AwsDestinationType = Exclude<DestinationType, 'https'>;

export const DESTINATION_TYPES = Object.keys(DESTINATIONS).filter((name): name is DestinationType =>
  Object.hasOwn(DESTINATIONS, name),
);

/** The destination that an address is of; an address of none is that of a URL, whose checks refuse it. */
export const destinationOf = (address: string): DestinationType =>
  DESTINATION_TYPES.find((type) => DESTINATIONS[type].address.test(address)) ?? 'https';

/** What a destination is called, without an article. */
export const labelOf = (type: DestinationType): string => DESTINATIONS[type].name.replace(/^an? /, '');

const withField = (field: DestinationField): readonly Destination[] =>
  Object.values<Destination>(DESTINATIONS).filter(({ fields }) => fields.includes(field));

/** Whether the destination of an address has a field. */
export const hasField = (address: string, field: DestinationField): boolean =>
  withField(field).includes(DESTINATIONS[destinationOf(address)]);

/** The destinations that have a field, such as `SQS queues and EventBridge event buses`. */
export const destinationsWith = (field: DestinationField): string =>
  withField(field)
    .map(({ plural }) => plural)
    .join(' and ');

/** What an ARN may be of, such as `an SQS queue or an EventBridge event bus`. */
export const ARN_TARGETS = withField('roleArn')
  .map(({ name }) => name)
  .join(' or ');

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
