import { chromium } from '@playwright/test';
import { AxeBuilder } from '@axe-core/playwright';
const args=['--no-sandbox','--disable-gpu','--disable-quic','--no-first-run','--disable-background-networking','--disable-component-update','--disable-sync'];
const browser = await chromium.launch({executablePath:'/usr/bin/chromium',args});
const only = process.argv[2];
const pages = {
 home:['pia','/'], homeAda:['ada','/'], drive1:['pia','/subscriptions/drive'], drive2:['ada','/subscriptions/drive?plan=pln_drive_starter_yearly&step=review'], drive1Ada:['ada','/subscriptions/drive'],
 payments:['pia','/payments'], method:['pia','/payments/method'], next:['pia','/payments/next'], notfound:['pia','/nonsense'], coming:['pia','/address'], survey:['pia','/survey/x'], broken:['pia','/broken'],
};
const states={};
for (const brand of ['localhost','drive.localhost']) {
 const base=`http://${brand}:4020`;
 for (const who of ['pia','ada']) {
  const c=await browser.newContext(); const p=await c.newPage(); await p.goto(base+'/'); await p.getByLabel('Email').fill(who+'@demo.arcwave.test'); await p.getByLabel('Password',{exact:true}).fill('arcwave-demo-2026'); await p.getByRole('button',{name:'Sign in'}).click(); await p.waitForURL(u=>u.pathname==='/'&&u.hash.startsWith('#/')); await p.getByRole('heading',{level:1}).waitFor(); await p.waitForLoadState('networkidle'); states[brand+who]=await c.storageState(); await c.close();
 }
 for (const theme of ['light','dark']) for (const [w,h] of [[1280,900],[375,812]]) {
  const ctxs={};
  for (const [name,[who,path]] of Object.entries(pages)) {
   if (only && !name.startsWith(only)) continue;
   if (brand==='drive.localhost' && theme==='dark' && w===375 && 0) continue;
   const c = ctxs[who] ??= await browser.newContext({storageState:states[brand+who],viewport:{width:w,height:h},colorScheme:theme,timezoneId:'UTC',locale:'en-US'});
   const p=await c.newPage(); const heard=[]; p.on('console',m=>heard.push(m.type()+': '+m.text())); p.on('pageerror',e=>heard.push('uncaught '+e.message));
   await p.goto(base+'/#'+path); await p.waitForLoadState('networkidle').catch(()=>heard.push('NOT IDLE')); await p.waitForTimeout(200);
   const tag=`${name}-${brand.startsWith('d')?'drive':'scope'}-${theme}-${w}`;
   const over=await p.evaluate(()=>document.documentElement.scrollWidth-innerWidth);
   await p.screenshot({path:`/tmp/mend-shots/${tag}.png`,fullPage:true});
   const r=await new AxeBuilder({page:p}).options({rules:{'label-content-name-mismatch':{enabled:true},'target-size':{enabled:true}}}).analyze();
   const v=r.violations.map(v=>v.id+': '+v.nodes.map(n=>n.target.join(' ')+' '+(n.any[0]?.message??n.all[0]?.message??n.none[0]?.message??'')).join(' | ').slice(0,400));
   console.log(tag, JSON.stringify(await p.title()), over>0?'OVERFLOW '+over:'', heard.length?JSON.stringify(heard):'', v.length?'\n   AXE '+v.join('\n   AXE '):'');
   await p.close();
  }
  for (const c of Object.values(ctxs)) await c.close();
 }
}
await browser.close();
