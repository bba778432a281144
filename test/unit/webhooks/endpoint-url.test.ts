import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adminApiDocument } from '../../../shared/operations/openapi/admin-api/document.ts';
import { checkEndpointUrl } from '../../../shared/webhooks/endpoints/endpoint-url.ts';
import { readOpenApi } from '../../support/contract/openapi/document.ts';
import { codePoint } from '../../support/values/code-points.ts';

const detailOf = (text: string, allowsLoopback = false): string | undefined => {
  const checked = checkEndpointUrl(text, { allowsLoopback });
  return 'detail' in checked ? checked.detail : undefined;
};

describe('an endpoint’s URL', () => {
  it.each([
    ['https://hooks.example.com', 'https://hooks.example.com/'],
    ['https://hooks.example.com/a/b?token=x&y', 'https://hooks.example.com/a/b?token=x&y'],
    ['https://hooks.example.com:8443/', 'https://hooks.example.com:8443/'],
    ['https://hooks.example.com:443/', 'https://hooks.example.com/'],
    ['HTTPS://Hooks.Example.COM/Path', 'https://hooks.example.com/Path'],
    ['https://xn--bcher-kva.example/%c3%a9', 'https://xn--bcher-kva.example/%c3%a9'],
    ["https://hooks.example.com/a;b=(1)!*'$+,?q='~%20", "https://hooks.example.com/a;b=(1)!*'$+,?q=%27~%20"],
    ['https://my_hooks.example.com/', 'https://my_hooks.example.com/'],
    ['https://local.example.com/', 'https://local.example.com/'],
    ['https://mylocalhost.example/', 'https://mylocalhost.example/'],
    ['https://internal-hooks.example/', 'https://internal-hooks.example/'],
    ['https://10.example.com/', 'https://10.example.com/'],
    ['https://hooks.example.com/@name', 'https://hooks.example.com/@name'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
    ['https://[2606:4700:4700::1111]:8443/', 'https://[2606:4700:4700::1111]:8443/'],
  ])('accepts %s', (text, url) => {
    expect(checkEndpointUrl(text)).toEqual({ url });
  });

  it.each([
    ['', /complete and valid URL/],
    ['hooks.example.com', /complete and valid URL/],
    ['//hooks.example.com/', /complete and valid URL/],
    ['https:hooks.example.com', /complete and valid URL/],
    ['https:/hooks.example.com', /complete and valid URL/],
    ['https:///hooks.example.com', /complete and valid URL/],
    ['https://', /complete and valid URL/],
    ['https://hooks.example.com:99999/', /complete and valid URL/],
    ['ftp://hooks.example.com/', /complete and valid URL/],
    ['javascript:alert(1)', /complete and valid URL/],
    ['file:///etc/passwd', /complete and valid URL/],
    ['http://hooks.example.com/', /must start with https:\/\//],
    ['https://user:secret@hooks.example.com/', /user name or password/],
    ['https://user@hooks.example.com/', /user name or password/],
    ['https://@hooks.example.com/', /user name or password/],
    ['https://good.example@127.0.0.1/', /user name or password/],
    ['https://good.example%40127.0.0.1/', /complete and valid URL/],
    ['https://hooks.example.com/#part', /fragment/],
    ['https://hooks.example.com/#', /fragment/],
    ['https://hooks.example.com#@127.0.0.1/', /fragment/],
    [' https://hooks.example.com/', /white space/],
    ['https://hooks.example.com/\n', /white space/],
    ['https://hooks.\texample.com/', /white space/],
    ['https://hooks.example.com/\u0000', /control characters/],
    ['https://127.0.0.1\\@hooks.example.com/', /backslashes/],
    ['https:\\\\hooks.example.com/', /backslashes/],
    ['https://hooks.example.com./', /must not end its host name with a dot/],
    ['https://127.0.0.1../', /must not end its host name with a dot/],
    ['https://hooks..example.com/', /valid DNS name/],
    ['https://-hooks.example.com/', /valid DNS name/],
    ['https://*.example.com/', /valid DNS name/],
    ['https://bücher.example/', /Punycode/],
    ['https://hooks.example.com/é', /percent-encode/],
    ['https://hooks.example.com/{id}', /percent-encode/],
    ['https://hooks.example.com/?a[]=1', /percent-encode/],
    ['https://hooks.example.com/100%', /percent-encode/],
    ['https://hooks.example.com/%zz', /percent-encode/],
    [`https://${'a'.repeat(64)}.example.com/`, /valid DNS name/],
    [`https://${'a.'.repeat(130)}com/`, /valid DNS name/],
  ])('rejects "%s"', (text, reason) => {
    expect(detailOf(text)).toMatch(reason);
  });

  it('limits the encoded URL to 2,048 characters', () => {
    const ofLength = (length: number) => 'https://hooks.example.com/'.padEnd(length, 'a');
    expect(checkEndpointUrl(ofLength(2_048))).toEqual({ url: ofLength(2_048) });
    expect(detailOf(ofLength(2_049))).toMatch(/at most 2,048 characters/);
    expect(detailOf(`https://hooks.example.com/?${"'".repeat(800)}`)).toMatch(/at most 2,048 characters/);
    expect(detailOf(`https://hooks.example.com/${'a/../'.repeat(500)}`)).toMatch(/at most 2,048 characters/);
  });

  it('matches the schemas of the admin API, both as sent and as stored', () => {
    const document = readOpenApi(adminApiDocument('exact'));
    const errorsOf = (schema: string, url: string) =>
      document.errors(['components', 'schemas', schema, 'properties', 'url'], url);
    const characters = fc.oneof(
      fc.constantFrom(...'/?#[]@!$&\'()*+,;=:%.~-_{}|^`<>"'),
      fc.string({ unit: codePoint, minLength: 1, maxLength: 1 }),
      fc.constantFrom('%20', '%C3%A9', 'a', '7'),
    );
    const tail = fc.array(characters, { maxLength: 20 }).map((parts) => parts.join(''));
    const start = fc.constantFrom(
      'https://hooks.example.com',
      'https://hooks.example.com/',
      'https://[2606:4700:4700::1111]/',
    );
    let accepted = 0;
    fc.assert(
      fc.property(start, tail, (origin, rest) => {
        const checked = checkEndpointUrl(origin + rest);
        if ('detail' in checked) return;
        accepted += 1;
        expect(errorsOf('CreateWebhookEndpointBody', origin + rest)).toEqual([]);
        expect(errorsOf('WebhookEndpoint', checked.url)).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
    expect(accepted).toBeGreaterThan(20);
  });
});

describe('the loopback option', () => {
  it.each([
    'http://localhost:4000/hooks',
    'http://hooks.localhost/',
    'http://127.0.0.1:4000/',
    'http://127.0.0.53/',
    'http://[::1]:4000/',
    'https://localhost:4000/',
    'https://127.0.0.1/',
    'https://hooks.example.com/',
  ])('admits %s', (url) => {
    expect(checkEndpointUrl(url, { allowsLoopback: true })).toEqual({ url });
  });

  it.each([
    ['http://hooks.example.com/', /http:\/\/ is only allowed for localhost/],
    ['http://8.8.8.8/', /http:\/\/ is only allowed for localhost/],
    ['http://10.0.0.1/', /http:\/\/ is only allowed for localhost/],
    ['https://10.0.0.1/', /addresses are blocked/],
    ['https://0.0.0.0/', /addresses are blocked/],
    ['https://[::ffff:127.0.0.1]/', /addresses are blocked/],
    ['http://[::ffff:127.0.0.1]/', /http:\/\/ is only allowed for localhost/],
    ['https://169.254.169.254/', /addresses are blocked/],
    ['https://intranet/', /without a dot/],
    ['https://printer.local/', /without a dot/],
    ['https://user@localhost/', /user name or password/],
  ])('does not admit %s', (url, reason) => {
    expect(detailOf(url, true)).toMatch(reason);
  });
});
