import { makeCustomerToClose } from '../closing.ts';
import { boston, defaultClaimPaths, PASSWORD } from '../customers.ts';
import { viewedBySupport } from '../operators.ts';
import { SITE } from '../passkey-calls.ts';
import { beginAuthorization, beginDevice, beginSignOut, signInAtProduct } from '../product.ts';
import { makeSoftwarePasskey } from '../software-passkey.ts';
import { beginTwoStep, switchOnTwoStep } from '../two-step.ts';
import type { CustomerCall, Examples, Site } from './example.ts';
import { makeLinkedCustomer, makePortalLink } from './vendor.ts';

/** The secret of a link that verifies an address. */
const requestVerification = async ({ h, mailSender }: Site): Promise<string> => {
  const { email, client } = await h.makeCustomer({ emailVerified: false });
  await client.post('/api/auth/verify-email');
  await mailSender.deliver();
  return mailSender.secretOf(email, '/id/#/verify/');
};

/** The secret of a link that sets a new password. */
const requestPasswordReset = async ({ h, mailSender }: Site): Promise<string> => {
  const { email, client } = await h.makeCustomer();
  await client.post('/api/auth/password-resets', { email });
  await mailSender.deliver();
  return mailSender.secretOf(email, '/id/#/reset/');
};

/** A customer who asked for another address, and the secret of the link that was mailed there. */
const askAnotherEmail = async ({ h, mailSender }: Site) => {
  const owner = await h.makeCustomer({ claims: defaultClaimPaths });
  const email = `moved-${owner.email}`;
  await owner.client.patch('/api/auth/me/email', { email, password: PASSWORD });
  await mailSender.deliver();
  return { owner, token: await mailSender.secretOf(email, '/#/cea/') };
};

/** Signing in, the account itself, its security, consent, closing. */
export const identityExamples = {
  'POST /api/auth/sessions': ({ customer }) => ({ body: { email: customer.email, password: PASSWORD }, status: 200 }),
  'POST /api/auth/authorization-codes': async ({ h, customer }) => {
    const signIn = { email: customer.email, password: PASSWORD };
    const { body } = await h.anonymous().post<{ refreshToken: string }>('/api/auth/sessions', signIn);
    const returnAddress = 'https://drive.arcwave.example/signin';
    return { body: { refreshToken: body.refreshToken, returnAddress, codeChallenge: 'A'.repeat(43) }, status: 200 };
  },
  'POST /api/auth/authorization-requests/:request': async ({ h }) => {
    const { id, cookie } = await beginAuthorization(h, 'own');
    return { path: { request: id }, cookie, status: 200 };
  },
  'POST /api/auth/device-requests': async ({ h }) => ({
    body: { userCode: (await beginDevice(h, 'desktop')).user_code },
    status: 200,
  }),
  'GET /api/auth/me/security/products': async ({ h }) => {
    const owner = await h.makeCustomer();
    await signInAtProduct(h, owner, 'own');
    return { status: 200, as: owner };
  },
  'DELETE /api/auth/me/security/products/:id': () => ({ path: { id: 'own' }, status: 204 }),
  'POST /api/auth/sessions/sign-out-requests/:request': async ({ h, customer }) => {
    const request = await beginSignOut(h, { client_id: 'own' });
    return { path: { request }, body: { sessionId: customer.client.jti() }, status: 200 };
  },
  'POST /api/auth/sessions/portal-link-previews': async ({ h }) => {
    const token = await makePortalLink(h, await makeLinkedCustomer(h));
    return { body: { token }, status: 200 };
  },
  'POST /api/auth/sessions/portal-links': async ({ h }) => {
    const token = await makePortalLink(h, await makeLinkedCustomer(h));
    return { body: { token, keepSession: false }, status: 200 };
  },
  'POST /api/auth/tokens': ({ customer }) => ({ body: { refreshToken: customer.client.refreshToken }, status: 200 }),
  'DELETE /api/auth/me/security/tokens/:jti': async ({ h, customer }) => {
    const leaving = { ...customer, client: await h.signIn(customer.email) };
    return { path: { jti: leaving.client.jti() }, status: 204, as: leaving };
  },
  'GET /api/auth/operator-view': async (site) => ({ status: 200, as: await viewedBySupport(site) }),
  'DELETE /api/auth/operator-view': async (site) => ({ status: 204, as: await viewedBySupport(site) }),
  'GET /api/auth/me': () => ({ status: 200 }),
  'POST /api/auth/me/step-up': () => ({ body: { to: '/security' }, status: 200 }),
  'POST /api/auth/me/security/mfa': async ({ h }) => {
    const owner = await h.makeCustomer({ claims: defaultClaimPaths });
    return { status: 201, as: owner };
  },
  'PUT /api/auth/me/security/mfa': async ({ h }) => {
    const owner = await h.makeCustomer({ claims: defaultClaimPaths });
    const app = await beginTwoStep(h, owner);
    return { body: { firstCode: app.code(-1), secondCode: app.code() }, status: 200, as: owner };
  },
  'DELETE /api/auth/me/security/mfa': async ({ h }) => {
    const owner = await h.makeCustomer({ claims: defaultClaimPaths });
    await switchOnTwoStep(h, owner);
    return { body: { password: PASSWORD }, status: 200, as: owner };
  },
  'GET /api/auth/me/security/recovery-codes': () => ({ status: 200 }),
  'POST /api/auth/me/security/recovery-codes': async ({ h }) => {
    const owner = await h.makeCustomer({ claims: defaultClaimPaths });
    await switchOnTwoStep(h, owner);
    return { body: { password: PASSWORD }, status: 201, as: owner };
  },
  'POST /api/auth/users': () => ({
    body: {
      email: 'new@test.arcwave.test',
      password: 'a perfectly fine phrase',
      firstName: 'Nova',
      lastName: 'Newcomer',
    },
    status: 201,
  }),
  'POST /api/auth/users/verification-links': ({ customer }) => ({ body: { email: customer.email }, status: 202 }),
  'POST /api/auth/verify-email': async ({ h }) => {
    const unverified = await h.makeCustomer({ emailVerified: false });
    return { status: 202, as: unverified };
  },
  'PUT /api/auth/verify-email': async (site) => ({ body: { token: await requestVerification(site) }, status: 204 }),
  'PUT /api/auth/verify-email/:token': async (site) => ({
    path: { token: await requestVerification(site) },
    status: 204,
  }),
  'POST /api/auth/password-resets': ({ customer }) => ({ body: { email: customer.email }, status: 202 }),
  'PUT /api/auth/password-resets': async (site) => ({
    body: { token: await requestPasswordReset(site), password: 'an entirely new phrase' },
    status: 204,
  }),
  'PUT /api/auth/password-resets/:token': async (site) => ({
    path: { token: await requestPasswordReset(site) },
    body: { password: 'an entirely new phrase' },
    status: 204,
  }),
  'POST /api/auth/me/change-password': async ({ h }) => {
    const owner = await h.makeCustomer({ claims: defaultClaimPaths });
    return {
      body: { password: PASSWORD, newPassword: 'an entirely new phrase' },
      status: 200,
      as: owner,
    };
  },
  'PATCH /api/auth/me/email': async ({ h }) => {
    const owner = await h.makeCustomer({ claims: defaultClaimPaths });
    return { body: { email: `moved-${owner.email}`, password: PASSWORD }, status: 202, as: owner };
  },
  'POST /api/auth/me/email/confirm': async (site) => {
    const { owner, token } = await askAnotherEmail(site);
    return { body: { token }, status: 200, as: owner };
  },
  'GET /api/auth/me/email/confirm/:token': async (site) => {
    const { owner, token } = await askAnotherEmail(site);
    return { path: { token }, status: 200, as: owner };
  },
  'GET /api/auth/me/closure-plan': () => ({ status: 200 }),
  'DELETE /api/auth/users': async ({ h }) => {
    const customer = await makeCustomerToClose(h, { card: 'tok_visa' });
    return { body: { password: PASSWORD }, status: 204, as: customer };
  },
  'POST /api/auth/me/export': () => ({ body: { password: PASSWORD }, status: 202 }),
  'GET /api/auth/me/export': () => ({ status: 200 }),
  'GET /api/auth/me/export/:id': async ({ h }) => {
    const owner = await h.makeCustomer();
    const asked = await owner.client.post<{ id: string }>('/api/auth/me/export', { password: PASSWORD });
    await h.work.makeExports();
    return { path: { id: asked.body.id }, status: 200, as: owner };
  },
  'GET /api/consent/articles/:article': () => ({ path: { article: 'marketing' }, status: 200 }),
  'POST /api/consent/articles/:article': () => ({
    path: { article: 'marketing' },
    body: { form: 'Send me news', answer: 'yes', client: 'portal' },
    status: 201,
  }),
  'PATCH /api/auth/me': () => ({
    body: { trackingEnabled: true, cidrRestriction: null, language: 'de', password: PASSWORD },
    status: 200,
  }),
  'GET /api/auth/me/ecac-status': () => ({ status: 200 }),
  'POST /api/auth/passkey-options': () => ({ status: 200 }),
  'POST /api/auth/passkey-sessions': async ({ passkeyCalls }) => {
    const { device } = await passkeyCalls.withPasskey();
    const { challengeId, options } = await passkeyCalls.requestAuthentication();
    return { body: { challengeId, response: device.sign(options) }, status: 200 };
  },
  'GET /api/auth/me/security/passkeys': async ({ passkeyCalls }) => {
    const owner = await passkeyCalls.withPasskey();
    return { status: 200, as: owner };
  },
  'POST /api/auth/me/security/passkeys/options': async ({ passkeyCalls }) => {
    const owner = await passkeyCalls.makeHolder();
    return { body: { password: PASSWORD }, status: 200, as: owner };
  },
  'POST /api/auth/me/security/passkeys': async ({ passkeyCalls }) => {
    const owner = await passkeyCalls.makeHolder();
    const { challengeId, options } = await passkeyCalls.requestRegistration(owner);
    const response = makeSoftwarePasskey(SITE).create(options);
    return { body: { challengeId, response, name: 'My laptop' }, status: 201, as: owner };
  },
  'DELETE /api/auth/me/security/passkeys/:id': async ({ passkeyCalls }) => {
    const owner = await passkeyCalls.withPasskey();
    return { path: { id: owner.passkey.id }, body: { password: PASSWORD }, status: 200, as: owner };
  },
  'GET /api/auth/ip': () => ({ status: 200 }),
  'GET /api/auth/me/security/sessions': () => ({ status: 200 }),
  'DELETE /api/auth/me/security/sessions': () => ({ body: { password: PASSWORD }, status: 204 }),
  'DELETE /api/auth/me/security/sessions/:id': async ({ h, customer }) => ({
    path: { id: (await h.signIn(customer.email)).jti() },
    body: { password: PASSWORD },
    status: 204,
  }),
  'GET /api/auth/me/security/activity': () => ({ status: 200 }),
  'GET /api/auth/me/addresses': () => ({ status: 200 }),
  'POST /api/auth/me/addresses': async ({ h }) => {
    const newcomer = await h.makeCustomer({ address: null });
    return { body: boston, status: 201, as: newcomer };
  },
} satisfies Partial<Examples<CustomerCall, Site>>;
