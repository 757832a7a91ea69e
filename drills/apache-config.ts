import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const MODULES = '/usr/lib/apache2/modules';
export const APACHE = '/usr/sbin/apache2';

/** Modules of Debian's package that are not compiled in. */
const loaded = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'dir', 'mime', 'headers', 'auth_openidc'];

/** Tells whether Apache and its OpenID module are installed. */
export const isApacheInstalled = (): boolean =>
  [APACHE, `${MODULES}/mod_auth_openidc.so`].every((file) => existsSync(file));

export interface ApachePlace {
  readonly folder: string;
  readonly port: number;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Address of Apache that belongs to its OpenID module. */
export const callbackAt = (port: number): string => `http://127.0.0.1:${port}/protected/callback`;

/** Access tokens live for 300 s. Apache refreshes one that is older than 2 s. */
const REFRESH_BEFORE_EXPIRY_SECONDS = 298;

const config = ({ folder, port, issuer, clientId, clientSecret }: ApachePlace): string => `
ServerRoot ${folder}
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
PidFile ${folder}/apache.pid
ErrorLog ${folder}/apache.log
LogLevel warn
CustomLog ${folder}/access.log "%r %>s"
${process.getuid?.() === 0 ? 'User nobody\nGroup nogroup' : ''}
${loaded.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`).join('\n')}
DocumentRoot ${folder}/pages
TypesConfig /dev/null
DirectoryIndex index.html

OIDCProviderMetadataURL ${issuer}/.well-known/openid-configuration
OIDCClientID ${clientId}
OIDCClientSecret ${clientSecret}
OIDCRedirectURI ${callbackAt(port)}
OIDCCryptoPassphrase ${clientSecret}
OIDCScope "openid email"
OIDCPKCEMethod S256
OIDCResponseType code
OIDCProviderTokenEndpointAuth client_secret_basic
OIDCRemoteUserClaim email
OIDCRefreshAccessTokenBeforeExpiry ${REFRESH_BEFORE_EXPIRY_SECONDS} logout_on_error

<Location /protected>
  AuthType openid-connect
  Require valid-user
  Header always set X-User "expr=%{REMOTE_USER}"
  Header always set X-Token-Expires "expr=%{env:OIDC_access_token_expires}"
</Location>
`;

/** Writes the configuration and a protected page. Returns the arguments of Apache. */
export const writeApacheConfig = (place: ApachePlace): readonly string[] => {
  const pages = path.join(place.folder, 'pages/protected');
  mkdirSync(pages, { recursive: true });
  writeFileSync(path.join(pages, 'index.html'), 'Protected page');
  const file = path.join(place.folder, 'apache.conf');
  writeFileSync(file, config(place));
  return ['-D', 'FOREGROUND', '-f', file];
};
