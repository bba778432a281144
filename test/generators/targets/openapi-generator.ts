import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** The Java driver needs the data API's operations only when it runs, so it compiles with any client. */
const COMPILERS = { java: compileJava, go: compileGo };

/**
 * [openapi-generator](https://openapi-generator.tech), with the default options of a language.
 *
 * @param downloads a Maven repository to download to
 */
export const openApiGenerator = (
  version: string,
  language: keyof typeof COMPILERS,
  downloads: string,
): Target => ({
  name: `openapi-generator ${version} ${language}`,
  needs: language === 'java' ? ['java', 'javac', 'mvn'] : ['java', 'mvn', 'go'],
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
    const args = ['-jar', jar, 'generate', '-i', path, '-g', language, '-o', folder];
    const { output } = await run('java', args, { folder });
    return { warnings: warningsOf(output), ...(await COMPILERS[language](folder, downloads)) };
  },
});
