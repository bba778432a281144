/** An error in the form that the AWS SDK turns into its exception of the same name. */
export class ServiceError extends Error {
  override readonly name: string;
  readonly status: number;
  constructor(name: string, message: string, status = 400) {
    super(message);
    this.name = name;
    this.status = status;
  }
}
