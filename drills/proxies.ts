import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

export const proxyNames = ['nginx', 'caddy'] as const;
export type ProxyName = (typeof proxyNames)[number];

export interface ProxyPlace {
  readonly folder: string;
  readonly port: number;
  readonly serverPorts: readonly number[];
}

/** Open-source nginx has no active health checks. It notices a stopped server by a refused connection. */
const nginxConfig = ({ folder, port, serverPorts }: ProxyPlace): string => `
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/nginx.log;
events { worker_connections 512; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  upstream foyer {
${serverPorts.map((serverPort) => `    server 127.0.0.1:${serverPort} max_fails=1 fail_timeout=2s;`).join('\n')}
    keepalive 16;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://foyer;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $remote_addr;
    }
  }
}
`;

/** Caddy requests /readyz twice a second. It retries a call on another server if the connection is refused. */
const caddyConfig = ({ port, serverPorts }: ProxyPlace): string => `{
  admin off
  auto_https off
}
http://127.0.0.1:${port} {
  bind 127.0.0.1
  reverse_proxy ${serverPorts.map((serverPort) => `127.0.0.1:${serverPort}`).join(' ')} {
    health_uri /readyz
    health_interval 500ms
    health_timeout 2s
    lb_try_duration 5s
    lb_try_interval 50ms
  }
}
`;

/** Starts the proxy as a child process with all its files in the folder. */
export const startProxy = (name: ProxyName, place: ProxyPlace): ChildProcess => {
  const file = path.join(place.folder, `${name}.conf`);
  writeFileSync(file, name === 'nginx' ? nginxConfig(place) : caddyConfig(place));
  const args =
    name === 'nginx' ? ['-p', place.folder, '-c', file] : ['run', '--config', file, '--adapter', 'caddyfile'];
  return spawn(name, args, {
    stdio: 'ignore',
    env: { ...process.env, HOME: place.folder, XDG_DATA_HOME: place.folder, XDG_CONFIG_HOME: place.folder },
  });
};
