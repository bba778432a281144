/** An error in the form that the AWS SDK turns into its exception of the same name. */
export class ServiceError extends Error {
  override readonly name: string;
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}
