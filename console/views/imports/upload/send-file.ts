import { ApiError } from '../../../api/problem.ts';

export interface SendOptions {
  readonly contentType: string;
  /** Called with the share that was sent, from 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

const failed = (status: number, detail: string): ApiError =>
  new ApiError({ status, title: 'The upload failed', detail });

/**
 * Sends a file to a presigned URL. `fetch` does not report the progress of an upload.
 *
 * @throws ApiError, also if it is aborted
 */
export const sendFile = (
  url: string,
  file: File,
  { contentType, onProgress, signal }: SendOptions,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    request.setRequestHeader('Content-Type', contentType);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onload = () => {
      if (request.status === 200) return resolve();
      return reject(failed(request.status, `The bucket responded with status ${request.status}. Try again.`));
    };
    request.onerror = () =>
      reject(failed(0, 'The bucket is unreachable. Check your connection and try again.'));
    request.onabort = () => reject(failed(0, 'The upload was canceled.'));
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
