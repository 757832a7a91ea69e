import type { EntitlementChanged, EntitlementView, WebhookTest } from '@foyer/contract/api/entitlements';
import type { CallInput, Reply, RouteName } from '@foyer/contract/api/routes';
import { expectTypeOf, test } from 'vitest';
import type * as client from './index.ts';

/** The package repeats the contract of the vendor API. These comparisons fail to compile when one of them changes. */

type Body<Name extends RouteName> = CallInput<Name> extends { body: infer Sent } ? Sent : never;

test('the types of the package are those of the contract', () => {
  expectTypeOf<client.Entitlement>().toEqualTypeOf<EntitlementView>();
  expectTypeOf<client.EntitlementChanged>().toEqualTypeOf<EntitlementChanged>();
  expectTypeOf<client.WebhookTest>().toEqualTypeOf<WebhookTest>();
  expectTypeOf<client.VendorKey>().toEqualTypeOf<Reply<'GET /vendor/v1/key', 200>>();
  expectTypeOf<client.CustomerSearch>().toEqualTypeOf<Body<'POST /vendor/v1/customers'>>();
  expectTypeOf<client.VendorCustomer>().toEqualTypeOf<Reply<'POST /vendor/v1/customers', 201>>();
  expectTypeOf<client.Entitlements>().toEqualTypeOf<Reply<'GET /vendor/v1/accounts/:accountId/entitlements', 200>>();
  expectTypeOf<client.EventPage>().branded.toEqualTypeOf<Reply<'GET /vendor/v1/events', 200>>();
  expectTypeOf<client.TermOrder>().toEqualTypeOf<Body<'POST /vendor/v1/accounts/:accountId/terms'>>();
  expectTypeOf<client.PackageOrder>().toEqualTypeOf<Body<'POST /vendor/v1/accounts/:accountId/packages'>>();
  expectTypeOf<client.CodeOrder>().toEqualTypeOf<Body<'POST /vendor/v1/accounts/:accountId/codes'>>();
  expectTypeOf<client.GivenPlan>().toEqualTypeOf<Reply<'POST /vendor/v1/accounts/:accountId/terms', 201>>();
  expectTypeOf<client.PortalLinkOrder>().toEqualTypeOf<Body<'POST /vendor/v1/accounts/:accountId/portal-links'>>();
  expectTypeOf<client.PortalLink>().toEqualTypeOf<Reply<'POST /vendor/v1/accounts/:accountId/portal-links', 201>>();
  expectTypeOf<client.UsageReport>().toEqualTypeOf<Body<'PUT /vendor/v1/accounts/:accountId/usage'>>();
});
