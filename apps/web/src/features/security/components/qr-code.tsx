import { useLingui } from '@lingui/react/macro';

const QR_PX = 176;

/** The secret as a picture; on white in both themes, because cameras need it. */
export const QrCode = ({ image }: { image: string }) => {
  const { t } = useLingui();
  return <img src={image} width={QR_PX} height={QR_PX} alt={t`QR code for your authenticator app`} />;
};
