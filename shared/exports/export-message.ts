/** Starts or continues an export. The queue may deliver it more than once. */
export interface ExportMessage {
  readonly organizationId: string;
  readonly exportId: string;
}
