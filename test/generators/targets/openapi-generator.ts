import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Call } from '../calls/call.ts';
import { copy, driver, run, runDriver } from './run.ts';
import type { GeneratedClient, Target } from './target.ts';

/**
 * Warnings that no document of this version can avoid, or that concern only examples in generated
 * documentation.
 */
const HARMLESS = [
  /OpenAPI 3\.1 support is still in beta/,
  /Response examples can currently only be generated for application\/json/,
  /Ignoring complex example on request body/,
  // Rust has other words and letters in names.
  / cannot be used as a (?:\w+ ){1,2}name\. Renamed to | cannot be used as a field\/variable name/,
  // The null of a nullable field has no name.
  /Failed to get the schema name: null/,
];

const warningsOf = (output: string): readonly string[] =>
  output
    .split('\n')
    .filter((line) => /^\S* ?(?:WARN|ERROR)\b/.test(line) && !HARMLESS.some((each) => each.test(line)));

type Compile = (folder: string, mavenHome: string) => Promise<Pick<GeneratedClient, 'run'>>;

const maven = (repository: string, folder: string, ...args: readonly string[]) =>
  run('mvn', ['-q', '-B', `-Dmaven.repo.local=${repository}`, ...args], { folder });

const compileJava: Compile = async (folder, repository) => {
  mkdirSync(join(folder, 'src/main/java/driver'), { recursive: true });
  copy(driver('openapi-generator-java', 'Main.java'), join(folder, 'src/main/java/driver/Main.java'));
  const classPath = join(folder, 'class-path.txt');
  const buildClassPath = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath';
  await maven(repository, folder, 'compile', buildClassPath, `-Dmdep.outputFile=${classPath}`);
  const classes = join(folder, 'target/classes');
  return {
    run: (url, calls) => {
      const path = `${classes}:${readFileSync(classPath, 'utf8')}`;
      return runDriver('java', (file) => ['-cp', path, 'driver.Main', url, file, classes], calls, { folder });
    },
  };
};

const compileGo: Compile = async (folder) => {
  await run('go', ['build', './...'], { folder });
  return {
    async run(url, calls) {
      mkdirSync(join(folder, 'driver'));
      copy(driver('openapi-generator-go', 'main.go'), join(folder, 'driver/main.go'));
      await run('go', ['build', '-o', 'call', './driver'], { folder });
      return runDriver(join(folder, 'call'), (file) => [url, file], calls, { folder });
    },
  };
};

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Rust cannot look an operation up by its name, so that each call is code. */
const rustCall = ({ operationId, apiKey, arguments: all }: Call): string => {
  const values = all.map(({ value }) => `argument(r##"${JSON.stringify(value)}"##)`);
  return `report(${snakeCase(operationId)}(&client("${apiKey}"), ${values.join(', ')}).await);`;
};

const compileRust: Compile = async (folder) => {
  await run('cargo', ['build', '--quiet'], { folder });
  return {
    async run(url, calls) {
      const crate = join(folder, 'driver');
      mkdirSync(join(crate, 'src'), { recursive: true });
      const dependencies = [
        'openapi = { path = ".." }',
        'serde = { version = "1", features = ["derive"] }',
        'serde_json = "1"',
        'tokio = { version = "1", features = ["rt", "macros", "net", "time"] }',
      ];
      writeFileSync(
        join(crate, 'Cargo.toml'),
        `[package]\nname = "driver"\nedition = "2021"\n[dependencies]\n${dependencies.join('\n')}\n` +
          `[workspace]\n`,
      );
      const modules = readFileSync(join(folder, 'src/apis/mod.rs'), 'utf8')
        .split('\n')
        .flatMap((line) => /^pub mod (\w+_api);$/.exec(line)?.[1] ?? [])
        .map((name) => `use openapi::apis::${name}::*;`);
      const source = readFileSync(driver('openapi-generator-rust', 'main.rs'), 'utf8')
        .replace('// MODULES', () => modules.join('\n'))
        .replace(/\/\/ CALLS$/m, () => calls.map(rustCall).join('\n    '));
      writeFileSync(join(crate, 'src/main.rs'), source);
      await run('cargo', ['build', '--quiet', '--target-dir', join(folder, 'target')], { folder: crate });
      return runDriver(join(folder, 'target/debug/driver'), (file) => [url, file], calls, { folder });
    },
  };
};

/** The Java driver needs the data API's operations only when it runs, so it compiles with any client. */
const COMPILERS = { java: compileJava, go: compileGo, rust: compileRust };

const NEEDS = { java: ['java', 'javac', 'mvn'], go: ['java', 'mvn', 'go'], rust: ['java', 'mvn', 'cargo'] };

/** By default, Java reads an absent list as an empty one. */
const OPTIONS = { java: ['--additional-properties=containerDefaultToNull=true'], go: [], rust: [] };

/**
 * [openapi-generator](https://openapi-generator.tech), with the options that the guide names.
 *
 * @param downloads a Maven repository to download to
 */
export const openApiGenerator = (
  version: string,
  language: keyof typeof COMPILERS,
  downloads: string,
): Target => ({
  name: `openapi-generator ${version} ${language}`,
  needs: NEEDS[language],
  dropsUnknownFields: language === 'rust',
  async generate({ path }, folder) {
    const artifact = `org.openapitools:openapi-generator-cli:${version}`;
    const get = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:get';
    await maven(downloads, folder, get, `-Dartifact=${artifact}`, '-Dtransitive=false');
    const jar = join(
      downloads,
      'org/openapitools/openapi-generator-cli',
      version,
      `openapi-generator-cli-${version}.jar`,
    );
    const args = ['-jar', jar, 'generate', '-i', path, '-g', language, '-o', folder, ...OPTIONS[language]];
    const { output } = await run('java', args, { folder });
    return { warnings: warningsOf(output), ...(await COMPILERS[language](folder, downloads)) };
  },
});
