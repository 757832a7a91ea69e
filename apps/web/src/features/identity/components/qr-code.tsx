import { t } from '@lingui/core/macro';

const QR_PX = 176;

/** QR code of the secret. White background in both themes, because cameras need it. */
export const QrCode = ({ image }: { image: string }) => {
  return <img src={image} width={QR_PX} height={QR_PX} alt={t`QR code for your authenticator app`} />;
};
