//! Connections with certificates and credentials of each kind.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::cluster::{Server, Worker, eyas};
use crate::equal::{SUITE, run_suite_alone, suite_on_workers};
use crate::support::programs::has_openssl;
use crate::support::sessions::{assert_identical, runs_until, written};

/// Runs a short session with a worker, both with these flags. Returns what each of them wrote.
fn session_with(server: &Server, address: &str, flags: &[&str]) -> (bool, String, String) {
    let config = server.folder().join("config");
    let worker = Worker::start_at(server, address, &config, "one", flags);
    let mut command = eyas(server.folder());
    command.args(SUITE).args(["--session", "s", "--threads", "0", "--workers", address]);
    let output = command.args(flags).output().unwrap();
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.success(), messages, worker.log())
}

/// Runs `openssl` in a folder.
fn openssl(folder: &Path, arguments: &str) {
    let output = Command::new("openssl").current_dir(folder).args(arguments.split(' ')).output().unwrap();
    assert!(output.status.success(), "openssl {arguments}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Makes an authority, and certificates of a server and of a client that it signed; and another authority.
fn certificates(folder: &Path) {
    let authority = "-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2";
    for name in ["ca", "other-ca"] {
        openssl(
            folder,
            &format!("req {authority} -keyout {name}-key.pem -out {name}.pem -subj /CN=eyas-{name}"),
        );
    }
    let request = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";
    for (name, usage) in [("server", "serverAuth"), ("client", "clientAuth")] {
        openssl(folder, &format!("req {request} -keyout {name}-key.pem -out {name}.csr -subj /CN=localhost"));
        let extensions = format!("subjectAltName=DNS:localhost\nextendedKeyUsage={usage}\n");
        fs::write(folder.join("extensions"), extensions).unwrap();
        let signing = "-CA ca.pem -CAkey ca-key.pem -CAcreateserial -days 2 -extfile extensions";
        openssl(folder, &format!("x509 -req -in {name}.csr {signing} -out {name}.pem"));
    }
}

#[test]
fn coordinators_and_workers_use_certificates() {
    if !has_openssl() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    certificates(folder.path());
    let tls = "tls { cert_file: \"FOLDER/server.pem\", key_file: \"FOLDER/server-key.pem\", \
               ca_file: \"FOLDER/ca.pem\", verify: true }";
    let Some(server) = Server::with_files(folder, tls) else { return };
    let path = |name: &str| server.folder().join(name).display().to_string();
    let (ca, other) = (path("ca.pem"), path("other-ca.pem"));
    let (certificate, key) = (path("client.pem"), path("client-key.pem"));
    let both = ["--tls-ca", &ca, "--tls-cert", &certificate, "--tls-key", &key];
    let (succeeded, messages, log) = session_with(&server, &server.tls_address(), &both);
    assert!(succeeded, "{messages}\n{log}");
    assert!(messages.contains("the worker “one” joined"), "{messages}");

    // Without a certificate of this machine, and with another authority than that of the server.
    for flags in
        [vec!["--tls-ca", &ca], vec!["--tls-ca", &other, "--tls-cert", &certificate, "--tls-key", &key]]
    {
        let mut command = eyas(server.folder());
        let output =
            command.args(SUITE).args(["--workers", &server.tls_address()]).args(&flags).output().unwrap();
        let messages = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{messages}");
        assert!(messages.contains("cannot connect to the NATS server"), "{messages}");
    }

    // The certificate of the server is for another name.
    let address = server.address().replace("nats://", "tls://");
    let output = eyas(server.folder()).args(SUITE).args(["--workers", &address]).args(both).output().unwrap();
    let messages = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{messages}");
    assert!(messages.contains("cannot connect to the NATS server"), "{messages}");
}

/// Checks that a file of credentials is accepted and another one is not.
fn assert_accepts(server: &Server, right: &str, wrong: &str) {
    for (name, content) in [("right", right), ("wrong", wrong)] {
        fs::write(server.folder().join(name), content).unwrap();
    }
    let right = server.folder().join("right").display().to_string();
    let (succeeded, messages, log) = session_with(server, &server.address(), &["--creds", &right]);
    assert!(succeeded, "{messages}\n{log}");
    let mut command = eyas(server.folder());
    command.args(SUITE).args(["--workers", &server.address(), "--creds", "wrong"]);
    let output = command.output().unwrap();
    let messages = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{messages}");
    assert!(messages.contains("does not accept the credentials"), "{messages}");
}

#[test]
fn users_with_passwords_are_accepted() {
    let Some(server) = Server::configured("authorization { user: lab, password: secret }") else { return };
    assert_accepts(&server, "lab\nsecret\n", "lab\nguess\n");
}

#[test]
fn credentials_that_are_revoked_end_the_work_with_the_reason_and_nothing_is_lost() {
    let Some(mut server) = Server::configured("authorization { user: lab, password: secret }") else {
        return;
    };
    let folder = server.folder().to_owned();
    fs::write(folder.join("right"), "lab\nsecret\n").unwrap();
    run_suite_alone(&folder);
    let credentials = ["--creds", "right"];
    let _worker = Worker::start(&server, "one", &credentials);
    let log = fs::File::create(folder.join("messages")).unwrap();
    let mut command = suite_on_workers(&server, "0");
    let mut child = command.args(credentials).stdout(Stdio::null()).stderr(log).spawn().unwrap();
    assert!(runs_until(&mut child, || written(&folder.join("s")) > 0), "the work ended before");
    server.restart_with("authorization { user: lab, password: changed }");
    let status = child.wait().unwrap();
    let messages = fs::read_to_string(folder.join("messages")).unwrap();
    assert_eq!(status.code(), Some(1), "{messages}");
    assert!(messages.contains("does not accept the credentials"), "{messages}");
    server.restart_with("authorization { user: lab, password: secret }");
    let _worker = Worker::start(&server, "two", &credentials);
    let resumed = suite_on_workers(&server, "0").args(credentials).arg("--resume").output().unwrap();
    assert!(resumed.status.success(), "{}", String::from_utf8_lossy(&resumed.stderr));
    assert_identical(&folder.join("s"), &folder.join("local"));
}

#[test]
fn tokens_are_accepted() {
    let Some(server) = Server::configured("authorization { token: \"a-long-token\" }") else { return };
    assert_accepts(&server, "a-long-token\n", "another-token\n");
}

/// Returns a JSON web token as NATS writes it, signed by `signer`.
fn token(signer: &nkeys::KeyPair, subject: &str, name: &str, kind: &serde_json::Value) -> String {
    use data_encoding::BASE64URL_NOPAD;
    use serde_json::json;
    let claims = json!({
        "jti": name, "iat": 1_700_000_000, "iss": signer.public_key(), "name": name, "sub": subject, "nats": kind,
    });
    let header = json!({ "typ": "JWT", "alg": "ed25519-nkey" });
    let parts = [header, claims].map(|part| BASE64URL_NOPAD.encode(part.to_string().as_bytes()));
    let text = parts.join(".");
    let signature = BASE64URL_NOPAD.encode(&signer.sign(text.as_bytes()).unwrap());
    format!("{text}.{signature}")
}

/// Writes the file of an operator with an account, and returns the server's lines for them and the credentials of a user.
fn operator(folder: &TempDir) -> (String, String, String) {
    use serde_json::json;
    let [operator, account, system] =
        [nkeys::KeyPair::new_operator(), nkeys::KeyPair::new_account(), nkeys::KeyPair::new_account()];
    let (user, stranger) = (nkeys::KeyPair::new_user(), nkeys::KeyPair::new_user());
    let limits = |storage: i64| {
        json!({
            "subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1, "wildcards": true, "conn": -1,
            "leaf": -1, "mem_storage": storage, "disk_storage": storage, "streams": storage, "consumer": storage,
        })
    };
    let account_kind = |storage| json!({ "type": "account", "version": 2, "limits": limits(storage) });
    let own = token(&operator, &operator.public_key(), "lab", &json!({ "type": "operator", "version": 2 }));
    let of_account = token(&operator, &account.public_key(), "chess", &account_kind(-1));
    let of_system = token(&operator, &system.public_key(), "system", &account_kind(0));
    let user_kind = json!({ "type": "user", "version": 2, "subs": -1, "data": -1, "payload": -1 });
    let credentials = |signer: &nkeys::KeyPair, user: &nkeys::KeyPair| {
        format!(
            "-----BEGIN NATS USER JWT-----\n{}\n------END NATS USER JWT------\n\n\
             -----BEGIN USER NKEY SEED-----\n{}\n------END USER NKEY SEED------\n",
            token(signer, &user.public_key(), "worker", &user_kind),
            user.seed().unwrap()
        )
    };
    fs::write(folder.path().join("operator.jwt"), own).unwrap();
    let (account_key, system_key) = (account.public_key(), system.public_key());
    let configuration = format!(
        "operator: \"FOLDER/operator.jwt\"\nsystem_account: {system_key}\nresolver: MEMORY\n\
         resolver_preload {{ {account_key}: {of_account}, {system_key}: {of_system} }}"
    );
    // An account that the server does not know signed for the stranger.
    let unknown = nkeys::KeyPair::new_account();
    (configuration, credentials(&account, &user), credentials(&unknown, &stranger))
}

#[test]
fn credentials_with_signed_tokens_are_accepted() {
    let folder = tempfile::tempdir().unwrap();
    let (configuration, right, wrong) = operator(&folder);
    let Some(server) = Server::with_files(folder, &configuration) else { return };
    assert_accepts(&server, &right, &wrong);
}
