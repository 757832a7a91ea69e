import { createPublicKey, verify } from 'node:crypto';
import type { EntitlementStatement, StatementKeys } from '@foyer/contract/api/entitlements';
import { DAY_MS } from '@foyer/contract/vocabulary/instants';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inject } from '../../../test/client.ts';
import { type Customer, type Harness, startHarness } from '../../../test/harness.ts';
import { makeLicenceHolder } from '../../../test/licences.ts';
import { makePurchase, refusal, starterYearly } from '../../../test/shop.ts';
import { makeStatementSigner } from '../../adapters/statement-signer.ts';
import { deriveKeys } from '../../derive-keys.ts';
import { canonicalJson } from './canonical-json.ts';

const STATEMENT = '/api/subscription/entitlements/statement';

let h: Harness;
let holder: Customer;
let licence: string;

beforeAll(async () => {
  h = await startHarness();
  ({ customer: holder, id: licence } = await makeLicenceHolder(h));
});
afterEach(() => h.log.expectQuiet());
afterAll(() => h.stop());

const statementOf = async ({ client }: Customer): Promise<EntitlementStatement> => {
  const answer = await client.get<EntitlementStatement>(STATEMENT);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};

const publishedKeys = async () =>
  (await inject<StatementKeys>(h.app, { url: '/api/subscription/entitlements/key' })).body;

const signerOf = (secret: string) => makeStatementSigner(deriveKeys([secret], 'entitlement statement'));

/** What a lab does, with the published key and its own means. */
const isGenuine = ({ signature, ...statement }: EntitlementStatement, { keys }: StatementKeys): boolean => {
  const key = keys.find(({ kid }) => kid === signature.keyId);
  if (!key) return false;
  const text = Buffer.from(canonicalJson(statement));
  const publicKey = createPublicKey({ key, format: 'jwk' });
  return verify(null, text, publicKey, Buffer.from(signature.value, 'base64url'));
};

describe('[BY-08] the statement for a lab without a network', () => {
  test('says what the account may use, and the published key proves it', async () => {
    await makePurchase(holder, starterYearly);
    const statement = await statementOf(holder);
    expect(isGenuine(statement, await publishedKeys())).toBe(true);
    expect(
      statement.entitlements.map(({ product, planId, validUntil }) => [product, planId, validUntil]).sort(),
    ).toEqual([
      ['drive', 'pln_drive_starter', '2027-01-10T12:00:00.000Z'],
      ['scope', 'pln_scope_ultimate', null],
    ]);
    const held = statement.entitlements.find(({ subscriptionId }) => subscriptionId === licence);
    expect(held).toMatchObject({ maintenanceEnds: '2027-01-10T12:00:00.000Z', entitled: true, tierId: 'ultimate' });
    expect(held?.features.length).toBeGreaterThan(0);
    expect(Date.parse(statement.validUntil) - Date.parse(statement.issuedAt)).toBe(90 * DAY_MS);
  });

  test('a copy that travelled and was formatted again is as good; one that was tampered with is not', async () => {
    const [statement, keys] = [await statementOf(holder), await publishedKeys()];
    const { signature, ...content } = statement;
    const reordered = Object.fromEntries(Object.entries(content).reverse());
    expect(isGenuine({ ...(reordered as typeof content), signature }, keys)).toBe(true);
    const [first, ...others] = statement.entitlements;
    if (!first) throw new Error('there is no entitlement');
    const tampered: EntitlementStatement[] = [
      { ...statement, validUntil: '2099-01-01T00:00:00.000Z' },
      { ...statement, account: 'another' },
      { ...statement, entitlements: [{ ...first, quantity: 99 }, ...others] },
      { ...statement, entitlements: [{ ...first, validUntil: null, maintenanceEnds: null }] },
      {
        ...statement,
        signature: { ...signature, value: signature.value.replace(/^./, (sign) => (sign === 'A' ? 'B' : 'A')) },
      },
      { ...statement, signature: { ...signature, keyId: 'another' } },
    ];
    for (const forged of tampered) expect(isGenuine(forged, keys)).toBe(false);
    const foreign = signerOf('somebody else');
    const resigned = { ...content, signature: { ...signature, value: foreign.sign(canonicalJson(content)) } };
    expect(isGenuine(resigned, keys)).toBe(false);
  });

  test('names nobody, and each account otherwise', async () => {
    const [mine, other] = [await statementOf(holder), await statementOf(await h.makeCustomer())];
    expect(JSON.stringify(mine)).not.toContain(holder.accountId);
    expect(JSON.stringify(mine)).not.toContain(holder.email);
    expect(mine.account).not.toBe(other.account);
    expect((await statementOf(holder)).account).toBe(mine.account);
    expect(other.entitlements).toEqual([]);
  });

  test.each([
    ['pending', [403, 'NEEDS_REVIEW']],
    ['denied', [403, 'EXPORT_DENIED']],
  ] as const)('[EX-01] an export review that is %s stands before it', async (status, refused) => {
    const { customer } = await makeLicenceHolder(h);
    await h.database.query('UPDATE accounts SET export_status = $2 WHERE id = $1', [customer.accountId, status]);
    expect(await refusal(customer.client.get(STATEMENT))).toEqual(refused);
  });

  test('the key is the same after every start, and another secret makes another', () => {
    expect(signerOf('one').keyId).toBe(signerOf('one').keyId);
    expect(signerOf('one').keyId).not.toBe(signerOf('two').keyId);
    expect(JSON.stringify(signerOf('one').keys)).not.toContain('"d"');
  });
});

describe('[BY-08] the canonical form (RFC 8785)', () => {
  test.each([
    [{ b: [1, { d: null, c: true }], a: 'é\n"' }, '{"a":"é\\n\\"","b":[1,{"c":true,"d":null}]}'],
    // Example of section 3.2.3, sorted by UTF-16 code units, so the smiley stands before the Hebrew letter with a dagesh.
    [
      {
        '\u20ac': 'Euro',
        '\r': 'CR',
        '\ufb33': 'Dalet',
        '1': 'One',
        '\ud83d\ude00': 'Smiley',
        '\u0080': 'Control',
        '\u00f6': 'O',
      },
      '{"\\r":"CR","1":"One","\u0080":"Control","ö":"O","€":"Euro","\ud83d\ude00":"Smiley","\ufb33":"Dalet"}',
    ],
  ])('%j', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });
});
