import type { KindName } from '../../kinds/names.ts';
import type { Permission } from '../keys/permissions.ts';

/** The permissions one of which describing a resource requires. */
export const FIELD_PERMISSIONS: Readonly<Record<KindName, readonly Permission[]>> = {
  person: ['person:read', 'person:list'],
  company: ['company:read', 'company:list'],
  'call-list': ['call-list:read'],
  'call-list-entry': ['call-list:read'],
};

/** A field that the contract has. */
export interface OwnField {
  /** As in `fields`. */
  readonly path: string;
  /** JSON types; `null` last. */
  readonly type: readonly string[];
  readonly format: string | null;
  readonly values: readonly string[] | null;
  readonly description: string | null;
}
