/** The address of the view. */
export const AUDIT_LOG_PATH = 'organization/security/audit-log';
