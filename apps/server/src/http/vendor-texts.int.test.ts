import { expect, test } from 'vitest';
import { demoVendor } from '../../test/demo-vendor.ts';
import { textsOfPdf } from '../../test/pdf-text.ts';
import { makeMailSender } from '../../test/sent-mails.ts';
import { makeHolder, starterYearly } from '../../test/shop.ts';
import { useShop } from '../../test/use-harness.ts';
import type { Vendor } from '../brands.ts';

/** A vendor who took the file of the demo and wrote another name into it. */
const lantern = JSON.parse(
  JSON.stringify(demoVendor).replaceAll('Arcwave', 'Lantern').replaceAll('arcwave', 'lantern'),
) as Vendor;

const h = useShop({ vendor: lantern });

test('[SH-17] receipt and mail name the vendor of the file, and nobody else', async () => {
  const { customer } = await makeHolder(h, starterYearly);
  const [receipt] = await h.receipts(customer);
  const pdf = await h.app.inject({
    url: `/api/account/me/receipts/${receipt?.id}.pdf`,
    headers: { 'x-is-at': customer.client.accessToken },
  });
  await makeMailSender(h).deliver();
  const mails = await h.mails(customer.email, 1);
  const paper = textsOfPdf(pdf.rawPayload).join('').replaceAll(/\s/g, '');
  expect(paper).toContain('LanternInstruments,Inc.');
  expect(mails.map(({ text }) => text).join()).toContain('Lantern Drive');
  const everything = [paper, JSON.stringify(receipt), ...mails.flatMap((mail) => Object.values(mail))].join();
  expect(everything.replaceAll(customer.email, '')).not.toMatch(/arcwave/i);
});
