/** The tag, with the stage as its value, of functions that must not run while a table is restored. */
export const STOPPED_FOR_RESTORE_TAG = 'sales-data:stopped-for-restore';
