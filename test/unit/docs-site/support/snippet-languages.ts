/** A program and its arguments. */
type Command = readonly [string, ...string[]];

/** How a snippet of the guide is run. */
export interface Language {
  /** The heading of its section, and what its block is marked with. */
  readonly heading: string;
  readonly fence: string;
  /** Succeeds where the language is installed. */
  readonly probe: Command;
  /**
   * The files of a program around the snippet. It reads deliveries, a line each, from its input, and writes
   * `true` or `false` for each. Parts of a line are in base64 after a full stop, so that an empty one is
   * seen.
   */
  readonly files: (snippet: string) => Readonly<Record<string, string>>;
  readonly build?: Command;
  readonly run: Command;
}

const TYPESCRIPT = `import { readFileSync } from 'node:fs';
import { isGenuine } from './snippet.ts';
for (const line of readFileSync(0, 'utf8').split('\\n')) {
  const [secret, id, timestamp, signatures, body] = line.split(' ').map((part) => Buffer.from(part.slice(1), \
'base64'));
  console.log(isGenuine(String(secret), String(id), String(timestamp), String(signatures), body));
}`;

const PYTHON = `import base64, sys
from snippet import is_genuine
for line in sys.stdin:
    *texts, body = [base64.b64decode(part[1:]) for part in line.split()]
    print(str(is_genuine(*[text.decode() for text in texts], body)).lower())`;

const GO = `package webhook

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"os"
	"strings"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		parts := [][]byte{}
		for _, part := range strings.Split(lines.Text(), " ") {
			decoded, _ := base64.StdEncoding.DecodeString(part[1:])
			parts = append(parts, decoded)
		}
		fmt.Println(IsGenuine(string(parts[0]), string(parts[1]), string(parts[2]), string(parts[3]), parts[4]))
	}
}`;

const JAVA = `import java.util.Scanner;

final class Driver {
    public static void main(String[] none) throws Exception {
        Scanner lines = new Scanner(System.in);
        while (lines.hasNextLine()) {
            byte[][] p = java.util.Arrays.stream(lines.nextLine().split(" "))
                    .map(part -> \
java.util.Base64.getDecoder().decode(part.substring(1))).toArray(byte[][]::new);
            System.out.println(WebhookSignature.isGenuine(
                    new String(p[0]), new String(p[1]), new String(p[2]), new String(p[3]), p[4]));
        }
    }
}
`;

const PHP = `<?php
require 'snippet.php';
while (($line = fgets(STDIN)) !== false) {
    $parts = array_map(fn ($part) => base64_decode(substr($part, 1)), explode(' ', trim($line)));
    echo is_genuine(...$parts) ? "true\\n" : "false\\n";
}`;

/** A Go program is of the package main. */
const asMain = (source: string): string => source.replace(/^package webhook$/m, 'package main');

export const LANGUAGES: readonly Language[] = [
  {
    heading: 'TypeScript',
    fence: 'ts',
    probe: [process.execPath, '--version'],
    files: (snippet) => ({
      'snippet.ts': snippet,
      'driver.ts': TYPESCRIPT,
      'package.json': '{"type":"module"}',
    }),
    run: [process.execPath, 'driver.ts'],
  },
  {
    heading: 'Python',
    fence: 'python',
    probe: ['python3', '--version'],
    files: (snippet) => ({ 'snippet.py': snippet, 'driver.py': PYTHON }),
    run: ['python3', '-B', 'driver.py'],
  },
  {
    heading: 'Go',
    fence: 'go',
    probe: ['go', 'version'],
    files: (snippet) => ({
      'go.mod': 'module snippet\n\ngo 1.21\n',
      'snippet.go': asMain(snippet),
      'driver.go': asMain(GO),
    }),
    build: ['go', 'build', '-o', 'program', '.'],
    run: ['./program'],
  },
  {
    heading: 'Java',
    fence: 'java',
    probe: ['javac', '-version'],
    files: (snippet) => ({ 'WebhookSignature.java': snippet, 'Driver.java': JAVA }),
    build: ['javac', '-proc:none', 'WebhookSignature.java', 'Driver.java'],
    run: ['java', '-Xshare:auto', '-XX:TieredStopAtLevel=1', 'Driver'],
  },
  {
    heading: 'PHP',
    fence: 'php',
    probe: ['php', '--version'],
    files: (snippet) => ({ 'snippet.php': snippet, 'driver.php': PHP }),
    run: ['php', 'driver.php'],
  },
];
