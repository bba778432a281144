/**
 * One sample: a new process loads a function and invokes it repeatedly. Reads its task from a JSON file,
 * `{file, event, warmUps, invocations}`, where `event` can be a list to cycle through, and prints the
 * measurements as JSON. Console output of the function is formatted as in Lambda's JSON log format, counted
 * and discarded.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { file, event, warmUps, invocations } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const write = process.stdout.write.bind(process.stdout);
let logBytes = 0;
const log = (level) => (message) => {
  const line = { timestamp: new Date().toISOString(), level, requestId: 'invocation-1', message };
  logBytes += Buffer.byteLength(JSON.stringify(line)) + 1;
};
Object.assign(console, { log: log('INFO'), info: log('INFO'), warn: log('WARN'), error: log('ERROR') });
process.stdout.write = (text) => {
  logBytes += Buffer.byteLength(text);
  return true;
};

const context = {
  awsRequestId: 'invocation-1',
  functionName: 'function',
  functionVersion: '$LATEST',
  invokedFunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:function',
  memoryLimitInMB: '512',
  logGroupName: 'group',
  logStreamName: 'stream',
  getRemainingTimeInMillis: () => 30_000,
};
const texts = [event].flat().map((each) => JSON.stringify(each));
let turn = 0;
const nextText = () => texts[turn++ % texts.length];

const cpuTime = (since) => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};
const unused = process.cpuUsage();
const started = performance.now();
const { handler } = file.endsWith('.cjs') ? createRequire(import.meta.url)(file) : await import(file);
const invoke = async () => JSON.stringify(await handler(JSON.parse(nextText()), context));
const answer = await invoke();
const cold = performance.now() - started;
const coldCpu = cpuTime(unused);

for (let count = 0; count < warmUps; count++) await invoke();

const latencies = new Float64Array(invocations);
logBytes = 0;
const before = process.cpuUsage();
for (let count = 0; count < invocations; count++) {
  const start = performance.now();
  await invoke();
  latencies[count] = performance.now() - start;
}
const warmCpu = cpuTime(before) / invocations;
latencies.sort();
const quantile = (share) => latencies[Math.min(invocations - 1, Math.floor(invocations * share))];

write(
  JSON.stringify({
    answer,
    cold,
    coldCpu,
    ...(invocations === 0
      ? {}
      : {
          warmCpu,
          p50: quantile(0.5),
          p99: quantile(0.99),
          logBytes: logBytes / invocations,
        }),
    rss: process.memoryUsage.rss() / 1_000_000,
  }),
  // A large answer may take more than one write of the pipe.
  () => process.exit(0),
);
