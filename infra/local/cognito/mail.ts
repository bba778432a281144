import { type LogFile, writeLine } from '../process/log-file.ts';

/** An email that Cognito would send. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export type SendMail = (mail: Mail) => void;

/** Nothing is mailed here: appends each email to a file, as a line of JSON. */
export const createMailFile =
  (file: LogFile): SendMail =>
  (mail) =>
    writeLine(file, JSON.stringify({ at: new Date().toISOString(), ...mail }));
