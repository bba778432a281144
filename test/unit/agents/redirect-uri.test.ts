import { describe, expect, it } from 'vitest';
import {
  isDeclared,
  redirectTarget,
  redirectUriProblem,
} from '../../../shared/agents/clients/redirect-uri.ts';

describe('a redirect URI', () => {
  it.each([
    ['https://claude.ai/api/mcp/auth_callback', 'claude.ai'],
    ['https://agent.example:8443/cb?x=1', 'agent.example:8443'],
    ['http://127.0.0.1:33418', 'this computer'],
    ['http://localhost/callback', 'this computer'],
    ['http://[::1]:3000/cb', 'this computer'],
    ['cursor://anysphere.cursor-mcp/oauth/callback', 'the app that opens cursor:'],
    ['vscode://publisher.extension/callback', 'the app that opens vscode:'],
    ['com.example.app://callback', 'the app that opens com.example.app:'],
    ['com.example.app:/cb', 'the app that opens com.example.app:'],
  ])('may be %s, which leads to %s', (uri, target) => {
    expect(redirectUriProblem(uri)).toBeUndefined();
    expect(redirectTarget(uri)).toBe(target);
    expect(isDeclared(uri, [uri])).toBe(true);
  });

  it.each([
    'ms-msdt://x/',
    'ms-msdt:/id',
    'search-ms://query=x',
    'smb://files.example/share',
    'ssh://agent.example/',
    'vnc://agent.example/',
    'steam://run/1',
    'x-apple.systempreferences://x',
    'com.example.app:cb',
    'com.example.app:',
    'javascript://agent.example/%0aalert(1)',
    'JavaScript://agent.example/%0aalert(1)',
    'data://text/html,x',
    'vbscript://x/',
    'blob://x/',
    'file:///etc/passwd',
    'view-source://agent.example/',
    'chrome-extension://x/',
    'ws://agent.example/',
    'http://agent.example/',
    'http://127.0.0.1.evil.example/',
    'http://localhost.evil.example/',
    'https://user:pass@agent.example/',
    'https://agent.example/#x',
    'https://agent.example/\u00e9',
    'https://agent.example/ x',
    'https:/agent.example',
    'http:/localhost/cb',
    'agent.example/cb',
    '',
    `https://agent.example/${'x'.repeat(500)}`,
  ])('must not be %s', (uri) => {
    expect(redirectUriProblem(uri)).toMatch(/^must /);
  });

  it.each([
    ['http://127.0.0.1/cb', 'http://127.0.0.1:49152/cb', true],
    ['http://127.0.0.1:1/cb', 'http://127.0.0.1/cb', true],
    ['http://127.0.0.1', 'http://127.0.0.1:33418', true],
    ['http://localhost/cb', 'http://127.0.0.1/cb', false],
    ['http://127.0.0.1/cb', 'https://127.0.0.1/cb', false],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:49152/cb/', false],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:49152@evil.example/cb', false],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:80.evil.example/cb', false],
    ['https://agent.example/cb', 'https://agent.example:444/cb', false],
    ['https://agent.example/cb', 'https://agent.example/cb/../cb', false],
    ['https://agent.example/cb', 'https://agent.example/CB', false],
  ])('that is declared as %s is compared with %s: %s', (declared, given, expected) => {
    expect(isDeclared(given, [declared])).toBe(expected);
  });
});
