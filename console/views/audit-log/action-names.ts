import { AUDIT_ACTIONS, AUDIT_SUBJECTS } from '../../../shared/contract/audit-log/audit-log.ts';
import { byEventKind } from '../../../shared/kinds/event-kinds.ts';
import { RESOURCES } from '../../words.ts';

const SUBJECT_NAMES: Readonly<Record<(typeof AUDIT_SUBJECTS)[number], string>> = {
  api_key: 'API keys',
  webhook_endpoint: 'Webhook endpoints',
  webhook_delivery: 'Webhook deliveries',
  user: 'Users',
  organization: 'Organization',
  import: 'Imports',
  import_profile: 'Import profiles',
  export: 'Exports',
  retention: 'Retention',
  suppression: 'Suppression list',
  ...byEventKind((name) => RESOURCES[name]),
};

const verbOf = (action: string): string => action.slice(action.indexOf('.') + 1).replaceAll('_', ' ');

/** What to filter by, with its name: everything, a subject, or one of its actions. */
export const ACTION_NAMES: Readonly<Record<string, string>> = {
  '': 'Everything',
  ...Object.fromEntries(
    AUDIT_SUBJECTS.flatMap((subject) => {
      const actions = AUDIT_ACTIONS.filter((action) => action.startsWith(`${subject}.`));
      return [
        [`${subject}.*`, SUBJECT_NAMES[subject]],
        ...(actions.length === 1
          ? []
          : actions.map((action) => [action, `${SUBJECT_NAMES[subject]}: ${verbOf(action)}`])),
      ];
    }),
  ),
};
