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
  /** The pages of the documentation, by file name. */
  readonly documentation: ReadonlyMap<string, Asset>;
  readonly configuration: ConsoleConfiguration;
}

/** Asset names contain a content hash, so browsers never have to revalidate. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

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

/** The list of pages, served only at `/console/docs`, where its relative links work. */
const LIST = 'index.html';

const notFound = (detail: string, headers: Readonly<Record<string, string>>): ProblemError =>
  new ProblemError('not-found', detail, { headers: { ...headers } });

/** Creates the Lambda handler that serves the console and the documentation, without authentication. */
export const serveConsole = ({ assets, documentation, configuration }: ServeConsoleDependencies) => {
  const headers = securityHeaders(configuration);
  const document: Asset = {
    contentType: 'text/html; charset=utf-8',
    body: page(configuration, pageAssets([...assets.keys()])),
  };
  const assetOf = (event: APIGatewayProxyEvent): Asset => {
    const asset = assets.get(event.pathParameters?.['asset'] ?? '');
    if (asset !== undefined) return asset;
    throw notFound('File not found. The console may have been updated: reload the page.', headers);
  };
  const documentationPage = (name: string): Asset => {
    const found = documentation.get(name);
    if (found !== undefined) return found;
    throw notFound('Page not found. See /console/docs for all pages.', headers);
  };
  const served = (event: APIGatewayProxyEvent): Asset => {
    if (event.resource === CONSOLE_PATHS.page) return document;
    if (event.resource === CONSOLE_PATHS.documentation) return documentationPage(LIST);
    if (event.resource !== CONSOLE_PATHS.documentationPage) return assetOf(event);
    const name = `${event.pathParameters?.['page'] ?? ''}.html`;
    return documentationPage(name === LIST ? '' : name);
  };

  return middy(async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const { contentType, body } = served(event);
    return {
      statusCode: 200,
      headers: {
        'Content-Type': contentType,
        'Cache-Control': event.resource === CONSOLE_PATHS.asset ? IMMUTABLE : 'no-cache',
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
