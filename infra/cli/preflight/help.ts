export const PREFLIGHT_HELP = `Checks an AWS account before a deployment, with read-only calls.

Usage: npm run preflight -- [options]

Synthesizes the stack and checks that the account of the credentials in the environment (AWS_REGION, AWS_PROFILE, …)
has what it needs: Lambda concurrency and runtime, API Gateway, the CDK bootstrap, certificates of custom domains,
SES if it sends the emails, and each service in the Region. Each line is ok, a problem with its solution, or unknown:
what could not be checked, such as for lack of a permission.

  --stage NAME      stage to deploy (default: development)
  --assembly DIR    folder of a synthesized stack, such as cdk.out (default: synthesizes the stage)
  --json            print one JSON document
  --help            print this help

Exit code: 0 without problems, 1 with problems.`;
