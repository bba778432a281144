export const EVENT_TYPES = [
  'person.created',
  'person.updated',
  'person.deleted',
  'company.created',
  'company.updated',
  'company.deleted',
  'call_list.created',
  'call_list.updated',
  'call_list.deleted',
  'call_list.locked',
  'call_list.unlocked',
  'call_list_entry.created',
  'call_list_entry.updated',
  'call_list_entry.deleted',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];
