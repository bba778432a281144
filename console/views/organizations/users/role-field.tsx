import { ROLES, type Role } from '../../../../shared/contract/organizations/users.ts';
import { Choices } from '../../../parts/choices.tsx';

const DESCRIPTIONS: Readonly<Record<Role, string>> = {
  admin: 'Admin: manages users, all API keys and webhooks, sees all data and the audit log',
  member: 'Member: creates API keys; an admin grants their permissions',
};

interface RoleFieldProps {
  readonly value: Role;
  readonly onChange: (role: Role) => void;
}

export const RoleField = ({ value, onChange }: RoleFieldProps) => (
  <Choices label="Role" parameter="role">
    {ROLES.map((role) => (
      <label key={role} class="check">
        <input type="radio" name="role" checked={role === value} onChange={() => onChange(role)} />
        {DESCRIPTIONS[role]}
      </label>
    ))}
  </Choices>
);
