import { describe, expect, it } from 'vitest';
import { checkEndpointUrl } from '../../../shared/webhooks/endpoints/endpoint-url.ts';

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
    ['https://bücher.example/é', 'https://xn--bcher-kva.example/%C3%A9'],
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
    ['https://hooks.example.com./', /trailing full stop/],
    ['https://127.0.0.1../', /trailing full stop/],
    ['https://hooks..example.com/', /valid DNS name/],
    ['https://-hooks.example.com/', /valid DNS name/],
    ['https://*.example.com/', /valid DNS name/],
    [`https://${'a'.repeat(64)}.example.com/`, /valid DNS name/],
    [`https://${'a.'.repeat(130)}com/`, /valid DNS name/],
  ])('rejects "%s"', (text, reason) => {
    expect(detailOf(text)).toMatch(reason);
  });

  it('has at most 2,048 characters when encoded', () => {
    const ofLength = (length: number) => 'https://hooks.example.com/'.padEnd(length, 'a');
    expect(checkEndpointUrl(ofLength(2_048))).toEqual({ url: ofLength(2_048) });
    expect(detailOf(ofLength(2_049))).toMatch(/at most 2,048 characters/);
    expect(detailOf(`https://hooks.example.com/${'é'.repeat(400)}`)).toMatch(/at most 2,048 characters/);
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
    ['https://10.0.0.1/', /public internet/],
    ['https://0.0.0.0/', /public internet/],
    ['https://[::ffff:127.0.0.1]/', /public internet/],
    ['http://[::ffff:127.0.0.1]/', /http:\/\/ is only allowed for localhost/],
    ['https://169.254.169.254/', /public internet/],
    ['https://intranet/', /without a full stop/],
    ['https://printer.local/', /without a full stop/],
    ['https://user@localhost/', /user name or password/],
  ])('does not admit %s', (url, reason) => {
    expect(detailOf(url, true)).toMatch(reason);
  });
});
