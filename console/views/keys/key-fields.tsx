import { MAX_SOURCE_LENGTH } from '../../../shared/contract/imports/import-limits.ts';
import { MAX_NAME_LENGTH } from '../../../shared/contract/keys/api-key-limits.ts';
import { PERMISSIONS, type Permission } from '../../../shared/contract/keys/permissions.ts';
import type { ApiKey } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { CheckList } from '../../parts/choices.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { formatNumber } from '../../parts/numbers.ts';
import { permissionLabel } from './permission-labels.ts';

export type KeyValues = Pick<ApiKey, 'name' | 'permissions' | 'plan' | 'importSource'>;

interface KeyFieldsProps {
  readonly values: KeyValues;
  readonly onChange: (changes: Partial<KeyValues>) => void;
  /** Replaces permissions and plan for members. */
  readonly memberNotice: string;
}

interface PermissionsFieldProps<P extends Permission> {
  readonly hint: string;
  readonly options: readonly P[];
  readonly value: readonly P[];
  readonly onChange: (permissions: readonly P[]) => void;
}

/** A choice of permissions, in words. */
export const PermissionsField = <P extends Permission>(props: PermissionsFieldProps<P>) => (
  <CheckList
    label="Permissions"
    parameter="permissions"
    {...props}
    render={(permission) => (
      <span>
        {permissionLabel(permission)} <code class="muted">{permission}</code>
      </span>
    )}
  />
);

/** The name, permissions and plan of a key. */
export const KeyFields = ({ values, onChange, memberNotice }: KeyFieldsProps) => {
  const { configuration, user } = useConsole();
  const plans = Object.entries(configuration.usagePlans).map(([name, { rate, dailyQuota }]) => [
    name,
    `${name} · ${formatNumber(rate)}/s, ${formatNumber(dailyQuota)}/day`,
  ]);
  return (
    <>
      <TextField
        label="Name"
        hint="The system that uses the key, such as “Data warehouse”."
        parameter="name"
        required
        maxLength={MAX_NAME_LENGTH}
        value={values.name}
        onChange={(name) => onChange({ name })}
      />
      {user.role === 'admin' ? (
        <>
          <PermissionsField
            hint="Grant only what the system needs. Changes apply from its next request."
            options={PERMISSIONS}
            value={values.permissions}
            onChange={(permissions) => onChange({ permissions })}
          />
          {values.permissions.includes('import:create') && (
            <TextField
              label="Only source"
              hint="The key imports, changes and deletes records of this source alone. Empty: any source."
              parameter="importSource"
              maxLength={MAX_SOURCE_LENGTH}
              value={values.importSource ?? ''}
              onChange={(text) => onChange({ importSource: text === '' ? null : text })}
            />
          )}
          <SelectField
            label="Usage plan"
            hint="Limits the requests per second and per day."
            parameter="plan"
            options={Object.fromEntries(plans)}
            value={values.plan}
            onChange={(plan) => onChange({ plan })}
          />
        </>
      ) : (
        <p class="notice">{memberNotice}</p>
      )}
    </>
  );
};
