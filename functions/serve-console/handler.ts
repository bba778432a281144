import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { CONSOLE_PATHS } from '../../shared/contract/console.ts';
import { ProblemError } from '../../shared/contract/problems.ts';
import { conditionalGet } from '../middleware/conditional-get.ts';
import { problemResponses } from '../middleware/problem-responses.ts';
import { requestLog } from '../middleware/request-log.ts';
import type { Asset } from './assets.ts';
import { type ConsoleConfiguration, type PageAssets, page } from './page.ts';
import { securityHeaders } from './security-headers.ts';

export interface ServeConsoleDependencies {
  /** By file name. */
  readonly assets: ReadonlyMap<string, Asset>;
  readonly configuration: ConsoleConfiguration;
}

/** The names of assets hold a hash of what is in them, so a browser never has to ask again. */
const FOR_GOOD = 'public, max-age=31536000, immutable';

const pageAssets = (names: readonly string[]): PageAssets => {
  const find = (pattern: RegExp): string => {
    const name = names.find((each) => pattern.test(each));
    if (name === undefined) throw new Error(`The console has no asset ${pattern}.`);
    return name;
  };
  return {
    script: find(/^console-\w+\.js$/),
    style: find(/^console-\w+\.css$/),
    icon: find(/^icon-\w+\.svg$/),
  };
};

/** Makes the Lambda handler that serves the console to whoever asks. */
export const serveConsole = ({ assets, configuration }: ServeConsoleDependencies) => {
  const headers = securityHeaders(configuration);
  const document: Asset = {
    contentType: 'text/html; charset=utf-8',
    body: page(configuration, pageAssets([...assets.keys()])),
  };
  const assetOf = (event: APIGatewayProxyEvent): Asset => {
    const asset = assets.get(event.pathParameters?.['asset'] ?? '');
    if (asset !== undefined) return asset;
    throw new ProblemError(
      'not-found',
      'There is no such file. The console may have been updated: load it again.',
      { headers: { ...headers } },
    );
  };

  return middy(async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const isPage = event.resource === CONSOLE_PATHS.page;
    const { contentType, body } = isPage ? document : assetOf(event);
    return {
      statusCode: 200,
      headers: {
        'Content-Type': contentType,
        'Cache-Control': isPage ? 'no-cache' : FOR_GOOD,
        Vary: 'Accept-Encoding',
        'X-Request-Id': event.requestContext.requestId,
        ...headers,
      },
      body,
    };
  })
    .use(requestLog(() => ({})))
    .use(problemResponses())
    .use(conditionalGet());
};
