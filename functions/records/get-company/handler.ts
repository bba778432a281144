import { COMPANY } from '../../../shared/kinds/company.ts';
import { getRoute } from '../../../shared/operations/data-api/record-routes.ts';
import { createGetRecord } from '../plain-records.ts';

export const GET_COMPANY = getRoute('company');

export const createGetCompany = createGetRecord(GET_COMPANY, { kind: 'company', fields: COMPANY.fields });
