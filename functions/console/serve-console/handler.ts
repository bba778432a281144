import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { CONSOLE_PATHS } from '../../../shared/contract/console/console.ts';
import { ProblemError } from '../../../shared/contract/problems.ts';
import { conditionalGet } from '../../http/conditional-get.ts';
import { problemResponses } from '../../http/problem-responses.ts';
import { addressOf } from '../../http/request.ts';
import { requestLog } from '../../http/request-log.ts';
import { responseHeaders } from '../../http/response-headers.ts';
import type { Asset } from './assets.ts';
import { type PageAttributes, page } from './page.ts';

export interface ServeConsoleDependencies {
  /** By file name. */
  readonly assets: ReadonlyMap<string, Asset>;
  /** The pages and downloads of the documentation, by file name. */
  readonly documentation: ReadonlyMap<string, Asset>;
  readonly attributes: PageAttributes;
  /** The URL below which files are uploaded. */
  readonly uploadsUrl: string;
}

/** Asset names contain a content hash, so browsers never have to revalidate. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * The security headers of pages and assets, besides those of every response. The policy allows the page to
 * load and call only its own origin, the sign-in page for tokens, and the bucket for uploads. Trusted Types
 * without a policy prevent text from becoming script or markup (CSP Level 3;
 * https://www.w3.org/TR/trusted-types/).
 */
const securityHeaders = (signInUrl: string, uploadsUrl: string): Record<string, string> => ({
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src 'self' ${new URL(signInUrl).origin} ${uploadsUrl}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
});

/**
 * The address without the slash that API Gateway ignores at its end; `undefined` without one. The links of
 * the pages are relative, so they would lead nowhere.
 */
const addressWithoutSlash = (event: APIGatewayProxyEvent): string | undefined => {
  const address = addressOf(event);
  if (!address.endsWith('/')) return undefined;
  const query = Object.entries(event.multiValueQueryStringParameters ?? {}).flatMap(([name, values]) =>
    (values ?? []).map((value) => [name, value]),
  );
  return address.replace(/\/+$/, query.length === 0 ? '' : `?${new URLSearchParams(query)}`);
};

/** Creates the Lambda handler that serves the console and the documentation, without authentication. */
export const serveConsole = (dependencies: ServeConsoleDependencies) => {
  const { assets, documentation, attributes, uploadsUrl } = dependencies;
  const headers = securityHeaders(attributes['data-sign-in-url'], uploadsUrl);
  const document: Asset = {
    contentType: 'text/html; charset=utf-8',
    body: page(attributes, [...assets.keys()]),
  };
  const served = ({ resource, pathParameters }: APIGatewayProxyEvent): Asset => {
    if (resource === CONSOLE_PATHS.page) return document;
    const { asset = '', page: name = '' } = pathParameters ?? {};
    // The list is served only at `/console/docs`, where its relative links work.
    const listed = name === 'index' ? '' : name;
    const shown = resource === CONSOLE_PATHS.documentation ? 'index' : listed;
    const isAsset = resource === CONSOLE_PATHS.asset;
    // Only downloads have an extension: a page has one address.
    const file = shown.includes('.') && !shown.endsWith('.html') ? shown : `${shown}.html`;
    const found = isAsset ? assets.get(asset) : documentation.get(file);
    if (found !== undefined) return found;
    const detail = isAsset
      ? 'File not found. The console may have been updated: reload the page.'
      : 'Page not found. See /console/docs for all pages.';
    throw new ProblemError('not-found', detail, { headers });
  };

  return middy(async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const location = addressWithoutSlash(event);
    if (location !== undefined) {
      const redirect = { ...responseHeaders(event, document.contentType, 'no-cache'), ...headers };
      return { statusCode: 308, headers: { ...redirect, Location: location }, body: '' };
    }
    const { contentType, ...content } = served(event);
    const cacheControl = event.resource === CONSOLE_PATHS.asset ? IMMUTABLE : 'no-cache';
    return {
      statusCode: 200,
      headers: {
        ...responseHeaders(event, contentType, cacheControl),
        Vary: 'Accept-Encoding',
        ...headers,
      },
      ...content,
    };
  })
    .use(requestLog(() => ({})))
    .use(problemResponses())
    .use(conditionalGet());
};
