import {
  ACMClient,
  type CertificateDetail,
  DescribeCertificateCommand,
  ResourceNotFoundException,
} from '@aws-sdk/client-acm';
import type { Check, Verdict } from './finding.ts';

/** A wildcard covers one label. */
const covers = (name: string, domain: string): boolean =>
  name === domain || (name.startsWith('*.') && domain.slice(domain.indexOf('.')) === name.slice(1));

const judge = (certificate: CertificateDetail, domain: string): Verdict => {
  const { Status: status, SubjectAlternativeNames: names = [], DomainValidationOptions = [] } = certificate;
  if (!names.some((name) => covers(name, domain))) {
    return {
      problem: `The certificate is for ${names.join(', ')}.`,
      solution:
        `Request one for ${domain}: aws acm request-certificate --domain-name ${domain} ` +
        '--validation-method DNS',
    };
  }
  if (status === 'ISSUED') return { ok: 'The certificate is issued.' };
  const records = DomainValidationOptions.flatMap(({ ResourceRecord: record }) =>
    record === undefined ? [] : [`${record.Name} ${record.Type} ${record.Value}`],
  );
  return status === 'PENDING_VALIDATION'
    ? {
        problem: 'The certificate is not issued yet (PENDING_VALIDATION).',
        solution: `Create the DNS record and wait: ${records.join('; ') || 'see the ACM console'}`,
      }
    : {
        problem: `The certificate cannot be used (${status}).`,
        solution:
          `Request another: aws acm request-certificate --domain-name ${domain} --validation-method ` + 'DNS',
      };
};

export const certificateCheck = (
  region: string,
  { domain, arn }: { readonly domain: string; readonly arn: string },
): Check => ({
  name: `Certificate of ${domain}`,
  action: 'acm:DescribeCertificate',
  check: async () => {
    const [, , , certificateRegion] = arn.split(':');
    const solution =
      `Request it in ${region}: aws acm request-certificate --region ${region} --domain-name ${domain} ` +
      '--validation-method DNS';
    if (certificateRegion !== region) {
      return { problem: `The certificate is in ${certificateRegion}, not in ${region}.`, solution };
    }
    try {
      const command = new DescribeCertificateCommand({ CertificateArn: arn });
      const { Certificate: certificate = {} } = await new ACMClient({ region }).send(command);
      return judge(certificate, domain);
    } catch (error) {
      if (!(error instanceof ResourceNotFoundException)) throw error;
      return { problem: `There is no certificate ${arn}.`, solution };
    }
  },
});
