import { chromium } from '@playwright/test'; import fs from 'node:fs';
const b = await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox','--disable-gpu','--allow-file-access-from-files']}); 
const sheet=async(out,names,w,max)=>{ const p=await b.newPage({viewport:{width:w*Math.min(names.length,max)+20,height:800}}); fs.writeFileSync('/tmp/mend-shots/s.html',`<body style="margin:0;background:#888;display:flex;flex-wrap:wrap;gap:4px;align-items:flex-start">${names.map(n=>`<img src="${n}.png" width=${w-4}>`).join('')}`); await p.goto('file:///tmp/mend-shots/s.html'); await p.waitForLoadState('networkidle'); await p.screenshot({path:`/tmp/mend-shots/${out}.png`,fullPage:true}); await p.close(); };
for (const [br,th] of [['scope','light'],['drive','dark']]) {
 await sheet(`m1-${br}-${th}`,['home','drive1','drive2','payments'].map(n=>`${n}-${br}-${th}-1280`),960,2);
 await sheet(`m2-${br}-${th}`,['method','next','notfound','coming'].map(n=>`${n}-${br}-${th}-1280`),960,2);
 await sheet(`p1-${br}-${th}`,['home','homeAda','drive1','drive2','payments'].map(n=>`${n}-${br}-${th}-375`),379,5);
 await sheet(`p2-${br}-${th}`,['drive1Ada','method','next','notfound','coming'].map(n=>`${n}-${br}-${th}-375`),379,5);
}
await b.close();
