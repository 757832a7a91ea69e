import { chromium } from '@playwright/test';
const args=['--no-sandbox','--disable-gpu'];
const browser = await chromium.launch({executablePath:'/usr/bin/chromium',args});
const c=await browser.newContext(); const p=await c.newPage(); const base='http://localhost:4020'; await p.goto(base+'/'); await p.getByLabel('Email').fill('pia@demo.arcwave.test'); await p.getByLabel('Password',{exact:true}).fill('arcwave-demo-2026'); await p.getByRole('button',{name:'Sign in'}).click(); await p.waitForURL(u=>u.pathname==='/'&&u.hash.startsWith('#/')); await p.getByRole('heading',{level:1}).waitFor();
const q=await c.newPage(); let n=0; q.on('request',r=>{ if(n++<30) console.log(r.method(),r.url())}); q.on('console',m=>n<40&&console.log(m.text())); q.on('pageerror',e=>console.log(e.message));
await q.goto(base+'/#/nonsense'); await q.waitForTimeout(3000); console.log('requests',n, q.url(), await q.locator('main').innerText().catch(e=>e.message)); await browser.close();
